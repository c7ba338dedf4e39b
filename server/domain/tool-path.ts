/** What programs call without a source in front, and older names of it. */
const aliases: Readonly<Record<string, string>> = {
  search: "tools.search",
  describe: "tools.describe",
  "describe.tool": "tools.describe",
  "tools.describe.tool": "tools.describe",
  sources: "tools.sources",
  "executor.sources.list": "tools.sources",
  "tools.executor.sources.list": "tools.sources"
}

/** `tools.search(…)` in a program asks for the path `search`; the tool's own path is `tools.search`. */
export const canonicalPath = (path: string): string => (Object.hasOwn(aliases, path) ? (aliases[path] ?? path) : path)
