/* What a page reads of its address, and what it does not. Pure. */

/** A parameter that nobody understands, with the address of the page without it. */
export type UnreadParameter = { readonly name: string; readonly value: string; readonly href: string }

type Readers = Readonly<Record<string, (value: string) => boolean>>

export type PageAddress<Known extends Readers> = {
  readonly values: { readonly [Name in keyof Known]?: string }
  readonly ignored: ReadonlyArray<UnreadParameter>
}

/**
 * Reads `?name=value&…` by the names that a page knows, each with the values that make sense. The first such value counts;
 * everything else is told, never dropped in silence.
 */
export const readAddress = <Known extends Readers>(path: string, search: string, known: Known): PageAddress<Known> => {
  const all = [...new URLSearchParams(search)]
  const values: { [Name in keyof Known]?: string } = {}
  const isKnown = (name: string): name is Extract<keyof Known, string> => Object.hasOwn(known, name)
  const ignored = all.flatMap(([name, value], index) => {
    if (isKnown(name) && values[name] === undefined && known[name]?.(value) === true) {
      values[name] = value
      return []
    }
    const rest = new URLSearchParams(all.filter((_, other) => other !== index)).toString()
    return [{ name, value, href: rest === "" ? path : `${path}?${rest}` }]
  })
  return { values, ignored }
}
