import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto"
import { Schema } from "effect"

/** The text cannot be opened: another secret sealed it, or it was changed. */
export class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/**
 * Real values at rest: AES-256-GCM under a key derived from the installation's secret. Each text is bound to its place
 * (`context`), so that a sealed value moved to another row does not open.
 */
export interface Sealing {
  readonly seal: (text: string, context: string) => string
  /** Throws `Unreadable`. */
  readonly open: (sealed: string, context: string) => string
  /** Null when it is unreadable. */
  readonly openOrNull: (sealed: string, context: string) => string | null
  /** Tells equal texts from different ones without keeping them. */
  readonly fingerprint: (text: string) => string
}

const version = "s1"
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

export const makeSealing = (secret: string): Sealing => {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync("sha256", secret, "signalbox", purpose, keyBytes))
  const key = derive("values at rest")
  const fingerprintKey = derive("fingerprints")
  const keyId = createHash("sha256").update(derive("key id")).digest("hex").slice(0, 8)

  const seal = (text: string, context: string): string => {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(context))
    const body = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()])
    return `${version}.${keyId}.${body.toString("base64")}`
  }

  const open = (sealed: string, context: string): string => {
    const [format, sealedBy, base64] = sealed.split(".", 3)
    if (format !== version || sealedBy === undefined || base64 === undefined) throw new Unreadable({ reason: "it is not a sealed value" })
    if (sealedBy !== keyId) throw new Unreadable({ reason: `it was sealed under another SIGNALBOX_SECRET (key ${sealedBy}, this is ${keyId})` })
    const body = Buffer.from(base64, "base64")
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, body.subarray(0, ivBytes)).setAAD(Buffer.from(context)).setAuthTag(body.subarray(-tagBytes))
      return decipher.update(body.subarray(ivBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8")
    } catch {
      throw new Unreadable({ reason: "it was changed after it was sealed" })
    }
  }

  const openOrNull = (sealed: string, context: string): string | null => {
    try {
      return open(sealed, context)
    } catch {
      return null
    }
  }

  return { seal, open, openOrNull, fingerprint: (text) => createHmac("sha256", fingerprintKey).update(text).digest("base64url") }
}
