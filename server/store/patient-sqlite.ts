import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3"

type Adapter = Awaited<ReturnType<PrismaBetterSqlite3["connect"]>>
type Transaction = Awaited<ReturnType<Adapter["startTransaction"]>>

const patienceMs = 5_000
const pauseMs = 5

/**
 * Prisma's SQLite adapter, fit for a file that has several connections in one process.
 *
 * - It waits for the write lock without blocking: the driver is synchronous, so its own busy time-out would stop the one
 *   thread that could commit the main connection's transaction, and then fail all the same.
 * - While a transaction is open nothing else runs on the connection: a plain write made meanwhile would join the
 *   transaction and be lost with its rollback.
 */
export class PatientSqlite extends PrismaBetterSqlite3 {
  constructor(file: string) {
    super({ url: `file:${file}`, timeout: 0 })
  }

  override async connect(): Promise<Adapter> {
    const adapter = await super.connect()
    // WAL opens with NORMAL: a session that was confirmed could be gone after a power cut.
    await adapter.executeScript("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")
    const alone = makeQueue()
    return {
      provider: adapter.provider,
      adapterName: adapter.adapterName,
      queryRaw: (query) => alone(() => patiently(() => adapter.queryRaw(query))),
      executeRaw: (query) => alone(() => patiently(() => adapter.executeRaw(query))),
      executeScript: (script) => alone(() => patiently(() => adapter.executeScript(script))),
      dispose: () => adapter.dispose(),
      startTransaction: (isolationLevel) => new Promise<Transaction>((resolve, reject) => {
        alone(() => new Promise<void>((over) => {
          adapter.startTransaction(isolationLevel).then((transaction) => resolve(patientTransaction(transaction, over)), (cause) => {
            over()
            reject(cause)
          })
        }))
      })
    }
  }
}

const patientTransaction = (transaction: Transaction, over: () => void): Transaction => ({
  provider: transaction.provider,
  adapterName: transaction.adapterName,
  options: transaction.options,
  queryRaw: (query) => patiently(() => transaction.queryRaw(query)),
  executeRaw: (query) => patiently(() => transaction.executeRaw(query)),
  commit: () => transaction.commit().finally(over),
  rollback: () => transaction.rollback().finally(over),
  createSavepoint: (name) => transaction.createSavepoint?.(name) ?? Promise.resolve(),
  rollbackToSavepoint: (name) => transaction.rollbackToSavepoint?.(name) ?? Promise.resolve(),
  releaseSavepoint: (name) => transaction.releaseSavepoint?.(name) ?? Promise.resolve()
})

/** Runs one after the other, in order of arrival. */
const makeQueue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <A>(run: () => Promise<A>): Promise<A> => {
    const next = last.then(run, run)
    last = next.catch(() => undefined)
    return next
  }
}

const patiently = async <A>(run: () => Promise<A>): Promise<A> => {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    try {
      return await run()
    } catch (cause) {
      if (!isBusy(cause) || performance.now() > giveUpAt) throw cause
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

const isBusy = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  return typeof cause === "object" && cause !== null && "originalCode" in cause && cause.originalCode === "SQLITE_BUSY"
}
