import { createHmac, randomBytes } from "node:crypto"

/*
 * Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md): the
 * signature is HMAC-SHA256 over `id.timestamp.body`, its key the bytes behind `whsec_`.
 */

const prefix = "whsec_"
/** The standard asks for 24 to 64. */
const secretBytes = 32

export const newSecret = (): string => `${prefix}${randomBytes(secretBytes).toString("base64")}`

export interface SignedMessage {
  readonly id: string
  /** Of the try: receivers refuse what is too old. */
  readonly at: number
  readonly body: string
}

/** The three headers. Several secrets make several signatures: a receiver accepts any that fits its own. */
export const signedHeaders = ({ id, at, body }: SignedMessage, secrets: ReadonlyArray<string>) => {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, "base64")
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`, "utf8").digest("base64")}`
  })
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") }
}
