import { Effect, Layer } from "effect"
import { runStoreLayer } from "../../server/store/run-store-sql"
import { freshPostgres } from "../fixtures/fresh-postgres"
import { temporaryStore } from "../fixtures/temporary-store"
import { runStoreContract } from "./run-store.contract"

runStoreContract("SQLite", Layer.provideMerge(runStoreLayer, temporaryStore()))

const postgresStore = Effect.promise(freshPostgres).pipe(
  Effect.map((url) => temporaryStore({ database: { kind: "postgresql", url } })),
  Layer.unwrap
)
runStoreContract("PostgreSQL", Layer.provideMerge(runStoreLayer, postgresStore))
