// Every page of the app, read from its folder: a new page is covered by the accessibility and policy tests from its first commit.
import { readdirSync } from "node:fs"
import { basename, dirname, join, relative, sep } from "node:path"

export interface AppPage {
  /** The address with its parameters, `/runs/[id]`. */
  readonly pattern: string
  /** Pages outside the console are visited signed out. */
  readonly signedIn: boolean
}

export const appPages = (): ReadonlyArray<AppPage> => {
  const app = join(process.cwd(), "app")
  return readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((path) => basename(path) === "page.tsx")
    .map((path) => {
      const folders = dirname(relative(".", path)).split(sep)
      const segments = folders.filter((folder) => folder !== "." && !/^\(.*\)$/.test(folder))
      return { pattern: `/${segments.join("/")}`, signedIn: !folders.includes("(entry)") }
    })
    .sort((one, other) => one.pattern.localeCompare(other.pattern))
}

/** The page's address with real ids; a page with a parameter that nobody named here fails its test. */
export const addressOf = ({ pattern }: AppPage, ids: Readonly<Record<string, string>>): string => {
  const address = ids[pattern] ?? pattern
  if (address.includes("[")) throw new Error(`e2e/every-page.spec.ts has no address for ${pattern}`)
  return address
}
