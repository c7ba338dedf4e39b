import { headers } from "next/headers"

/**
 * The query of the page's address as the browser has it, `?…` or empty. What Next hands a page as `searchParams` loses a name
 * like `__proto__`, and the order of names that repeat: the server would draw another page than the browser.
 */
export const askedSearch = async (): Promise<string> => {
  const asked = (await headers()).get("x-path") ?? ""
  const at = asked.indexOf("?")
  return at === -1 ? "" : asked.slice(at)
}
