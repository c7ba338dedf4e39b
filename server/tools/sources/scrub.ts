/** Shorter ones would take innocent text with them. */
const shortestSecret = 6
export const scrubbed = "[redacted]"

/**
 * Takes a source's own credentials out of what it says: an upstream may echo its request, and what it echoes goes to
 * programs and into the history. Found as they are, and as URLs, JSON and base64 write them.
 */
export const makeScrub = (secrets: ReadonlyArray<string>): ((text: string) => string) => {
  const forms = new Set(secrets.filter((secret) => secret.length >= shortestSecret).flatMap(formsOf))
  // Longest first, so that no shorter form leaves the rest of a longer one behind.
  const ordered = [...forms].sort((a, b) => b.length - a.length)
  return (text) => ordered.reduce((clean, form) => clean.replaceAll(form, scrubbed), text)
}

const formsOf = (secret: string): ReadonlyArray<string> => {
  const base64 = Buffer.from(secret).toString("base64")
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), base64, base64.replace(/=+$/, ""), Buffer.from(secret).toString("base64url")]
}
