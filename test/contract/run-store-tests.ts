import type { Vitest } from "@effect/vitest"
import { Effect } from "effect"
import type { RunStore } from "../../server/engine/run-store"
import { Database } from "../../server/store/database"

/** Tests on an open store. */
export type StoreTests = Vitest.MethodsNonLive<RunStore | Database>

/** The run's row, as the store keeps it. */
export const rowOf = (id: string) => Database.use(({ client }) => Effect.promise(() => client.run.findUniqueOrThrow({ where: { id } })))
export const seqs = (events: ReadonlyArray<{ readonly seq: number }>) => events.map(({ seq }) => seq)
export const tags = (events: ReadonlyArray<{ readonly _tag: string }>) => events.map(({ _tag }) => _tag)
/** 1 to n. */
export const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)
