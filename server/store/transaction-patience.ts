/**
 * For every Prisma client. Its own two seconds to begin a transaction are less than a slow disk, a long queue or the
 * other connection's write lock may take, and what an admin then changed would fail for no fault of theirs. In ms.
 */
export const transactionOptions = { maxWait: 15_000, timeout: 30_000 } as const
