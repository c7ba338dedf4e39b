/**
 * What the console and its server say to each other is plain JSON. Nothing copies it on the way: a copy loses a key called
 * `__proto__`, and refuses one called `constructor`, which a program's values may well have.
 */
const plain = {
  serialize: (json: unknown) => ({ json }),
  deserialize: ({ json }: { readonly json?: unknown }) => json
}

export const plainJson = { input: plain, output: plain }

/** Whether a key called `__proto__` is somewhere in it. */
export const hasProtoKey = (value: unknown): boolean => {
  const open: Array<unknown> = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one !== "object" || one === null) continue
    if (Object.hasOwn(one, "__proto__")) return true
    for (const inner of Object.values(one)) if (typeof inner === "object" && inner !== null) open.push(inner)
  }
  return false
}

/** What a page hands to its parts in the browser: as text where React would leave a key out on the way. */
export type Sent<A> = { readonly value: A } | { readonly text: string }

export const sent = <A>(value: A): Sent<A> => (hasProtoKey(value) ? { text: JSON.stringify(value) } : { value })

export const received = <A>(given: Sent<A>): A => {
  // By the text, and not by the value: React leaves out a key whose value is undefined.
  if (!("text" in given)) return given.value
  const value: A = JSON.parse(given.text)
  return value
}
