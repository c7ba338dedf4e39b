const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null

interface Issue {
  readonly path: string
  readonly message: string
}
const isIssue = (value: unknown): value is { readonly path?: unknown; readonly message: string } => isRecord(value) && typeof value["message"] === "string"
const issueOf = ({ path, message }: { readonly path?: unknown; readonly message: string }): Issue => ({
  path: Array.isArray(path) ? path.join(".") : typeof path === "string" ? path : "",
  message
})

/** What a call of the page's own caller was refused for, in words. */
export const callFault = (error: unknown): string => {
  const cause = isRecord(error) && isRecord(error["cause"]) ? error["cause"] : {}
  const failure = isRecord(cause["failure"]) ? cause["failure"] : cause
  const issues = Array.isArray(failure["issues"]) ? failure["issues"].filter(isIssue).map(issueOf) : []
  if (issues.length > 0) return `${issues.map(({ path, message }) => (path === "" ? message : `${path} ${message}`)).join("; ")}.`
  return typeof failure["message"] === "string" && failure["message"] !== "" ? failure["message"] : "The server could not say."
}
