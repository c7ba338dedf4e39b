import { Schema } from "effect"
import { SourceName } from "../domain/source"
import { NewGraphql } from "./sources/graphql/graphql-driver"
import { NewMcp } from "./sources/mcp/mcp-settings"
import { NewOpenApi } from "./sources/openapi/openapi-driver"

/** A source to add. */
export const NewSource = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("openapi"), name: SourceName, ...NewOpenApi.fields }),
  Schema.Struct({ kind: Schema.Literal("mcp"), name: SourceName, ...NewMcp.fields }),
  Schema.Struct({ kind: Schema.Literal("graphql"), name: SourceName, ...NewGraphql.fields })
])
export type NewSource = typeof NewSource.Type
