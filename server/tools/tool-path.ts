/** `tickets.list` of `demo.tickets.list`. */
export const nameOf = (path: string): string => path.slice(path.indexOf(".") + 1)

/** How a program writes the call: `tools.github.issues["create-many"]`. */
export const accessOf = (path: string): string =>
  path.startsWith("tools.")
    ? path
    : path.split(".").reduce((code, segment) => (/^[A-Za-z_$][\w$]*$/.test(segment) ? `${code}.${segment}` : `${code}[${JSON.stringify(segment)}]`), "tools")
