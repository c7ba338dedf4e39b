import { randomBytes } from "node:crypto"
import { chmodSync, linkSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Schema } from "effect"

export class SecretUnusable extends Schema.TaggedError<SecretUnusable>()("SecretUnusable", { message: Schema.String }) {}

/**
 * The secret of an installation on the embedded store: made once, kept in the data directory, readable by its owner only.
 * Losing it means that sessions end and that stored credentials and journals cannot be read any more.
 */
export const secretOf = (dataDir: string): Effect.Effect<string, SecretUnusable> =>
  Effect.try({
    try: () => {
      const file = join(dataDir, "secret")
      mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      const kept = readKept(file)
      if (kept !== null) return kept
      // A link appears whole or not at all, and fails if another start was first: no half written and no second secret.
      const draft = join(dataDir, `secret.${process.pid}.${randomBytes(4).toString("hex")}`)
      writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" })
      try {
        linkSync(draft, file)
      } catch (cause) {
        if (!isErrno(cause, "EEXIST")) throw cause
      } finally {
        unlinkSync(draft)
      }
      return readKept(file) ?? failEmpty(file)
    },
    catch: (cause) =>
      new SecretUnusable({
        message: `The secret of this installation cannot be kept in SIGNALBOX_DATA_DIR (${dataDir}): ${cause instanceof Error ? cause.message : String(cause)}. Make the folder writable, or set SIGNALBOX_SECRET.`
      })
  })

const readKept = (file: string): string | null => {
  try {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
    return readFileSync(file, "utf8").trim() || failEmpty(file)
  } catch (cause) {
    if (isErrno(cause, "ENOENT")) return null
    throw cause
  }
}

const failEmpty = (file: string): never => {
  throw new Error(`${file} is empty`)
}

const isErrno = (cause: unknown, code: string): boolean => cause instanceof Error && "code" in cause && cause.code === code
