import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3"
import { sha256Function, sha256Text } from "./sql/audit"

type Adapter = Awaited<ReturnType<PrismaBetterSqlite3["connect"]>>
type Transaction = Awaited<ReturnType<Adapter["startTransaction"]>>

const patienceMs = 5_000
const pauseMs = 5

/**
 * Prisma's SQLite adapter, fit for a file that has several connections in one process.
 *
 * I1 It waits for the write lock without blocking: the driver is synchronous, so its own busy time-out would stop the one
 *    thread that could commit the other connection's transaction, and then fail all the same.
 * I2 While a transaction is open nothing else runs on the connection: a plain write made meanwhile would join the
 *    transaction and be lost with its rollback.
 * I3 A transaction holds the write lock from its beginning: one that has read what somebody else then changed can never
 *    write any more, however long it waits.
 */
export class PatientSqlite extends PrismaBetterSqlite3 {
  constructor(file: string) {
    super({ url: `file:${file}`, timeout: 0 })
  }

  override async connect(): Promise<Adapter> {
    const adapter = await super.connect()
    // WAL opens with NORMAL: what was confirmed could be gone after a power cut.
    await adapter.executeScript("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")
    defineSha256(adapter)
    const alone = makeQueue()
    return {
      provider: adapter.provider,
      adapterName: adapter.adapterName,
      queryRaw: (query) => alone(() => patiently(() => adapter.queryRaw(query))),
      executeRaw: (query) => alone(() => patiently(() => adapter.executeRaw(query))),
      executeScript: (script) => alone(() => patiently(() => adapter.executeScript(script))),
      dispose: () => adapter.dispose(),
      startTransaction: (isolationLevel) => {
        const opened = withResolvers<Transaction>()
        const turn = alone(async () => {
          const over = withResolvers<void>()
          opened.resolve(patientTransaction(await begin(adapter, isolationLevel), over.resolve))
          await over.promise
        })
        turn.catch(opened.reject)
        return opened.promise
      }
    }
  }
}

/** The audit log's entries are hashed where they are added. The adapter keeps its connection without declaring it. */
const defineSha256 = (adapter: Adapter): void => {
  const database: unknown = Reflect.get(adapter, "client")
  if (typeof database !== "object" || database === null || !("function" in database) || typeof database.function !== "function")
    throw new Error("@prisma/adapter-better-sqlite3: no connection to add a function to; another version?")
  database.function(sha256Function, { deterministic: true }, sha256Text)
}

/** Takes the write lock without changing a row, so that whatever follows finds it taken. */
const lock = { sql: `DELETE FROM "_prisma_migrations" WHERE 1 = 0`, args: [], argTypes: [] }

const begin = async (adapter: Adapter, isolationLevel: Parameters<Adapter["startTransaction"]>[0]): Promise<Transaction> => {
  const transaction = await adapter.startTransaction(isolationLevel)
  try {
    await patiently(() => transaction.executeRaw(lock))
    return transaction
  } catch (cause) {
    await transaction.executeRaw({ ...lock, sql: "ROLLBACK" })
    await transaction.rollback()
    throw cause
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

const withResolvers = <A>() => {
  let resolve: (value: A) => void = () => undefined
  let reject: (cause: unknown) => void = () => undefined
  const promise = new Promise<A>((whenDone, whenNot) => {
    resolve = whenDone
    reject = whenNot
  })
  return { promise, resolve, reject }
}

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
