/**
 * The host's side of the program's `URL` and `URLSearchParams`: text in, JSON text out; `undefined` for what is no URL.
 * Node's own parser is used because the package's URL extension does not load on Node 20, and a URL parser is nothing
 * to write again. It is a pure function of its text, so replay stays exact.
 */
export const urlOperation = (operation: string, text: string, second: string, third: string): string | undefined => {
  switch (operation) {
    case "parse":
      return URL.canParse(text, second === "" ? undefined : second) ? partsOf(new URL(text, second === "" ? undefined : second)) : undefined
    case "set":
      return assigned(text, second, third)
    case "params":
      return JSON.stringify([...new URLSearchParams(text)])
    case "text":
      return new URLSearchParams(JSON.parse(text)).toString()
    default:
      return undefined
  }
}

const settable = ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"] as const

const assigned = (href: string, part: string, value: string): string | undefined => {
  const name = settable.find((candidate) => candidate === part)
  if (name === undefined || !URL.canParse(href) || (name === "href" && !URL.canParse(value))) return undefined
  const url = new URL(href)
  url[name] = value
  return partsOf(url)
}

const partsOf = (url: URL): string => JSON.stringify(Object.fromEntries(["origin" as const, ...settable].map((part) => [part, url[part]])))
