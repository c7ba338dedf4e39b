/** Names that say by themselves that their value is a secret, wherever they stand in a longer name. */
const secretParts = new RegExp(
  [
    "passw(?:or)?d(?!less)",
    "passphrase",
    "passcode",
    "pwd",
    "secret(?!ar)",
    "credential",
    "authorization",
    "api_?key",
    "access_?key",
    "private_?key",
    "secret_?key",
    "signing_?key",
    "encryption_?key",
    "master_?key",
    "shared_?key",
    "account_?key",
    "auth_?key",
    "ssh_?key",
    "cookie",
    "bearer",
    "jwt",
    "connection_?string"
  ].join("|")
)

/** Short names that are secrets only when they are the whole name. */
const wholeNames = new Set(["auth", "pass", "pin", "otp", "totp", "mfa_code", "cvv", "cvc", "ssn", "sas"])

/** A name that ends in one of these tells about a secret, it does not hold one: `tokenExpiresAt`, `secretName`. */
const harmlessEndings = new Set([
  "id",
  "ids",
  "name",
  "names",
  "arn",
  "url",
  "uri",
  "at",
  "in",
  "type",
  "types",
  "kind",
  "count",
  "length",
  "limit",
  "policy",
  "status",
  "state",
  "expiry",
  "expires",
  "expiration",
  "required",
  "enabled",
  "disabled",
  "endpoint",
  "field",
  "label",
  "usage",
  "scope",
  "scopes",
  "header",
  "size",
  "age",
  "version",
  "algorithm"
])

/** Cursors of paged lists are called tokens, and are none. */
const pagingToken = /(?:page|next|sync|continuation|cursor)_token$/

/** `X-Api-Key`, `xApiKey`, `x.api.key` → `x_api_key`. */
const wordsOf = (name: string): string =>
  name
    .slice(-200)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")

/**
 * How secret the value under a name is: `all` numbers and text, `text` only (a number called `tokens` is a count), or
 * nothing. Booleans and null never are.
 */
export const secrecyOf = (name: string): "all" | "text" | "none" => {
  const words = wordsOf(name)
  const last = words.slice(words.lastIndexOf("_") + 1)
  if (wholeNames.has(words)) return words === "auth" || words === "pass" ? "text" : "all"
  if (secretParts.test(words)) return harmlessEndings.has(last) ? "none" : "all"
  if (words === "token") return "all"
  if (!last.endsWith("token") && !last.endsWith("tokens") && !/(?:^|_)token_(?:value|string|hash|raw|text|secret)$/.test(words)) return "none"
  return pagingToken.test(words) ? "none" : "text"
}
