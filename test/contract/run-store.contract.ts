import { layer } from "@effect/vitest"
import type { Layer } from "effect"
import type { RunStore } from "../../server/engine/run-store"
import type { Database } from "../../server/store/database"
import { changesContract } from "./run-store-changes.contract"
import { decisionsContract } from "./run-store-decisions.contract"
import { openingsContract } from "./run-store-openings.contract"
import { stepsContract } from "./run-store-steps.contract"

/** What every RunStore promises, on the store of this layer. */
export const runStoreContract = (name: string, store: Layer.Layer<RunStore | Database>): void => {
  layer(store, { excludeTestServices: true, timeout: "180 seconds" })(`RunStore on ${name}`, (it) => {
    openingsContract(it)
    stepsContract(it)
    decisionsContract(it)
    changesContract(it)
  })
}
