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

/** `tickets.list` of `demo.tickets.list`. */
export const nameOf = (path: string): string => path.slice(path.indexOf(".") + 1)

/** How a program writes the call: `tools.github.issues["create-many"]`. */
export const accessOf = (path: string): string =>
  path.startsWith("tools.")
    ? path
    : path.split(".").reduce((code, segment) => (/^[A-Za-z_$][\w$]*$/.test(segment) ? `${code}.${segment}` : `${code}[${JSON.stringify(segment)}]`), "tools")
