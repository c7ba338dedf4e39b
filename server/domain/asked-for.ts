/** Tells the page, its layouts and the handlers of entry pages which path and query the browser asked for. */
export const askedForHeader = "x-asked-for"

/** What Next's router adds to the address when it fetches a page for a link; no browser shows it. */
const ofTheRouter = /^_rsc(=|$)/

/**
 * The query of a request as it was sent, `?…` or empty; `parsed` where nobody noted it. Next hands on a query that went through
 * an object: a name like `constructor` comes out twice, `__proto__` not at all, and the server would draw another page than
 * the browser, which has the true one.
 */
export const queryAskedFor = (asked: string | null, parsed: string): string => {
  if (asked === null) return parsed
  const query = /\?([^#]*)/.exec(asked)?.[1] ?? ""
  const parts = query.split("&").filter((part) => part !== "" && !ofTheRouter.test(part))
  return parts.length === 0 ? "" : `?${parts.join("&")}`
}
