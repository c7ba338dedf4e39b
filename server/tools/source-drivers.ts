import { Effect } from "effect"
import type { SourceKind } from "../domain/source"
import { HttpClient } from "./http-client/http-client"
import type { NewSource } from "./new-source"
import type { SourceDriver } from "./source-driver"
import { makeGraphqlDriver } from "./sources/graphql/graphql-driver"
import { makeMcpDriver } from "./sources/mcp/mcp-driver"
import { makeOpenApiDriver } from "./sources/openapi/openapi-driver"

/** One driver for each kind of source that a team can add. */
export const makeSourceDrivers = Effect.gen(function* () {
  const http = yield* HttpClient
  const openapi = yield* makeOpenApiDriver(http)
  const mcp = yield* makeMcpDriver
  const graphql = makeGraphqlDriver(http)

  const read = (id: string, given: NewSource) => {
    switch (given.kind) {
      case "openapi":
        return openapi.read(id, given)
      case "mcp":
        return mcp.read(id, given)
      case "graphql":
        return graphql.read(id, given)
    }
  }
  const of = (kind: SourceKind): Omit<SourceDriver<never>, "read"> => {
    switch (kind) {
      case "openapi":
      case "builtin":
        return openapi
      case "mcp":
        return mcp
      case "graphql":
        return graphql
    }
  }
  const close = (id: string) => Effect.forEach([openapi, mcp, graphql], (driver) => driver.close(id), { discard: true })
  return { read, of, close }
})
