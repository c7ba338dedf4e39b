import { headers } from "next/headers"
import { askedForHeader } from "@/server/domain/asked-for"

/**
 * The query of the page's address as the browser has it, `?…` or empty. What Next hands a page as `searchParams` loses a name
 * like `__proto__`, and the order of names that repeat: the server would draw another page than the browser.
 */
export const askedSearch = async (): Promise<string> => {
  const asked = (await headers()).get(askedForHeader) ?? ""
  const at = asked.indexOf("?")
  return at === -1 ? "" : asked.slice(at)
}
