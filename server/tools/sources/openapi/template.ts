/** What a path of a document is as an address. */
export interface TemplateParts {
  readonly path: string
  /** What some documents write behind the path, such as `method=photos.list` or `q={q}`. */
  readonly query: ReadonlyArray<string>
}

/**
 * Documents tell operations of one address apart by what is no part of a path: a fragment (`/#Action=CreateVolume`), which
 * is never sent, or a query.
 */
export const partsOfTemplate = (template: string): TemplateParts => {
  const [path = ""] = /^(?:\{[^}]*\}|[^?#])*/.exec(template) ?? []
  const [query = ""] = template.slice(path.length).split("#", 1)
  return { path, query: query.split(/[?&]/).filter((piece) => piece !== "") }
}

/** The names in braces. */
export const placeholdersOf = (text: string): ReadonlyArray<string> => [...text.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name)

/**
 * Several operations share an address, and something else than method and path says which one is meant: then the method
 * says nothing about what a call does.
 */
export const isOneOfMany = (template: string): boolean =>
  /#[^{}]*$/.test(template) || partsOfTemplate(template).query.some((piece) => placeholdersOf(piece).length === 0)
