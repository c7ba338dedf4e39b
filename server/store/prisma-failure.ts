/** Prisma's P2002. */
export const isUniqueViolation = (cause: unknown): boolean => hasCode(cause, "P2002")

/** Prisma's P2025: the row to change was not there, or not as it was asked for. */
export const isMissingRow = (cause: unknown): boolean => hasCode(cause, "P2025")

const hasCode = (cause: unknown, code: string): boolean => typeof cause === "object" && cause !== null && "code" in cause && cause.code === code
