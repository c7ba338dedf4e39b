/** Where a request came from: the front door has put the one true address there, whatever the client wrote. */
export const addressOf = (sent: Headers): string => sent.get("x-forwarded-for")?.split(",").at(-1)?.trim() || "unknown"
