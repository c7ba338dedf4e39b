import { redactText } from "../../../domain/redact"
import { secrecyOf } from "../../../domain/sensitive-names"

/**
 * What in a command's arguments is a secret by its name or by its look: `--api-key k`, `--token=t`, `-e PASSWORD=p`,
 * `--header "Authorization: Bearer t"`, a password or a query in an address. The others are not: a path or a package's name
 * taken out of all that a server says would leave nothing to read.
 */
export const secretArguments = (args: ReadonlyArray<string>): ReadonlyArray<string> =>
  args.flatMap((arg, index) => {
    const before = /^--?([\w.-]+)$/.exec(args[index - 1] ?? "")?.[1]
    if (before !== undefined && isSecretName(before) && !arg.startsWith("--")) return forms(arg)
    const [, name = "", value = ""] = /^-{0,2}([\w.-]+)\s*[=:]\s*(.+)$/s.exec(arg) ?? []
    if (isSecretName(name) && !value.startsWith("//")) return forms(value)
    const addressed = [...inAddress(arg), ...inAddress(value)]
    return addressed.length > 0 || redactText(arg) === arg ? addressed : [arg]
  })

const isSecretName = (name: string): boolean => secrecyOf(name) !== "none"

/** A header's value is said with its scheme, and without. */
const forms = (value: string): ReadonlyArray<string> => [value, ...(/^(?:bearer|basic|token)\s+(\S+)$/i.exec(value)?.slice(1) ?? [])]

const inAddress = (text: string): ReadonlyArray<string> => {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return []
  const { password, searchParams } = new URL(text)
  return [...(password === "" ? [] : [password, decoded(password)]), ...searchParams.values()]
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
