/** What the inbox reads at first; the same inputs name the same entries of the cache on both sides. */
export const pendingPage = { status: "pending", limit: 200 } as const
export const decidedPage = { status: "decided", limit: 50 } as const
