import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type AnyStore, bothStores } from "../../test/fixtures/both-stores"
import { freshPostgres } from "../../test/fixtures/fresh-postgres"
import { temporaryStore } from "../../test/fixtures/temporary-store"
import type { NewAuditEntry } from "../domain/audit"
import { type ChainRow, emptyChain, followChain } from "./audit-chain"
import { AuditLog } from "./audit-log"
import { Database } from "./database"

const entry = (n: number, more: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  teamId: "team",
  at: 1_764_450_000_000 + n,
  action: "rule.created",
  actor: { kind: "user", id: "ann", label: "Ann Keller \u0000 ü \ud800" },
  via: "console",
  subject: `rule_${n}`,
  data: { pattern: "a.*", nested: [1, null, "quote ' \" \\ \u2028 é"], amount: 1.5e300 },
  ...more
})

const rows = (teamId = "team") =>
  Database.use(({ client }) => Effect.promise(() => client.auditEntry.findMany({ where: { teamId }, orderBy: { seq: "asc" } }))).pipe(
    Effect.map((found) => found.map((row) => ({ ...row, at: Number(row.at) }) as ChainRow))
  )
const services = (store: AnyStore) => Layer.provideMerge(AuditLog.layer, store)

describe.each(bothStores)("the audit log on $name", ({ store }) => {
  it.layer(services(store))((it) => {
    it.effect("is one chain per team, which its own rows prove", () =>
      Effect.gen(function* () {
        const { append } = yield* AuditLog
        yield* Effect.forEach([1, 2, 3], (n) => append(entry(n)))
        yield* append(entry(1, { teamId: "other" }))
        const chain = yield* rows()
        assert.deepStrictEqual(
          chain.map(({ seq }) => seq),
          [1, 2, 3]
        )
        const { head, fault } = followChain(emptyChain, chain)
        assert.isNull(fault)
        assert.deepStrictEqual(head, { seq: 3, hash: chain[2]?.hash ?? "" })
        assert.deepStrictEqual(
          (yield* rows("other")).map(({ seq, previousHash }) => [seq, previousHash]),
          [[1, ""]]
        )
      })
    )

    it.effect("whatever is changed, taken away or put in is found, and the first such entry is named", () =>
      Effect.gen(function* () {
        const { append } = yield* AuditLog
        yield* Effect.forEach([1, 2, 3, 4], (n) => append(entry(n, { teamId: "tampered" })))
        const chain = yield* rows("tampered")
        const with2 = (change: Partial<ChainRow>) => chain.map((row) => (row.seq === 2 ? { ...row, ...change } : row))
        const found = (changed: ReadonlyArray<ChainRow>) => followChain(emptyChain, changed).fault
        const changes: ReadonlyArray<Partial<ChainRow>> = [
          { data: "{}" },
          { at: 5 },
          { action: "rule.removed" },
          { actorId: "bob" },
          { actorLabel: "Bob" },
          { actorKind: "system" },
          { via: "system" },
          { subject: "x" },
          { teamId: "team" },
          { hash: chain[0]?.hash ?? "" }
        ]
        for (const change of changes) assert.deepStrictEqual(found(with2(change)), { _tag: "Changed", seq: 2 }, JSON.stringify(change))
        assert.deepStrictEqual(found(chain.filter(({ seq }) => seq !== 2)), { _tag: "Missing", seq: 2 })
        assert.deepStrictEqual(found(with2({ previousHash: "" })), { _tag: "Unlinked", seq: 2 })
        assert.deepStrictEqual(found(chain.slice(1)), { _tag: "Missing", seq: 1 })
        assert.isNull(found(chain))
      })
    )

    it.effect("its rows can be neither changed nor deleted", () =>
      Effect.gen(function* () {
        yield* AuditLog.use(({ append }) => append(entry(1, { teamId: "kept" })))
        const { client } = yield* Database
        const change = yield* Effect.exit(Effect.tryPromise(() => client.auditEntry.updateMany({ where: { teamId: "kept" }, data: { data: "{}" } })))
        const remove = yield* Effect.exit(Effect.tryPromise(() => client.auditEntry.deleteMany({ where: { teamId: "kept" } })))
        assert.strictEqual(change._tag, "Failure")
        assert.strictEqual(remove._tag, "Failure")
        assert.strictEqual((yield* rows("kept")).length, 1)
      })
    )

    it.effect("many at once are one chain", () =>
      Effect.gen(function* () {
        const { append } = yield* AuditLog
        yield* Effect.all(
          Array.from({ length: 50 }, (_, n) => append(entry(n, { teamId: "busy" }))),
          { concurrency: "unbounded" }
        )
        const chain = yield* rows("busy")
        assert.strictEqual(chain.length, 50)
        assert.isNull(followChain(emptyChain, chain).fault)
      })
    )
  })
})

it.live("two processes on one PostgreSQL cannot fork the chain", () =>
  Effect.gen(function* () {
    const url = yield* Effect.promise(freshPostgres)
    // Two of everything that a process has of its own: clients, pools, writers.
    const process = () => services(temporaryStore({ database: { kind: "postgresql", url } }))
    const writes = (from: number) =>
      AuditLog.use(({ append }) =>
        Effect.all(
          Array.from({ length: 40 }, (_, n) => append(entry(from + n))),
          { concurrency: "unbounded" }
        )
      ).pipe(Effect.provide(process()))
    yield* Effect.all([writes(0), writes(1000)], { concurrency: 2 })
    const chain = yield* rows().pipe(Effect.provide(process()))
    assert.strictEqual(chain.length, 80)
    assert.isNull(followChain(emptyChain, chain).fault)
    assert.strictEqual(new Set(chain.map(({ subject }) => subject)).size, 80)
  })
)
