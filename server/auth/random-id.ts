import { randomBytes } from "node:crypto"

/** An id of better-auth's tables, in its own form: letters and digits only. */
export const randomId = (): string => randomBytes(16).toString("hex")
