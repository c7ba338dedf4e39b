import type { SourceProblem } from "../../../domain/source"
import type { JsonSchema } from "../../tool-source"

/** Changes with the shape below: what was compiled in an older one is read again from the introspection. */
export const graphqlFormat = 1

/** A type's fields, as far as a selection needs them. */
export interface CompiledField {
  readonly name: string
  /** Of what it holds, without lists and non-nulls. */
  readonly type: string
  /** It cannot be selected without arguments of its own. */
  readonly needsArguments: boolean
}

export interface CompiledArgument {
  readonly name: string
  /** As the document of a call declares it, such as `[ID!]!`. */
  readonly type: string
}

/** One field of the query or mutation type, as a tool. */
export interface CompiledOperation {
  /** `queries.user` or `mutations.createUser`. */
  readonly path: string
  readonly kind: "query" | "mutation"
  readonly field: string
  readonly description: string
  readonly arguments: ReadonlyArray<CompiledArgument>
  readonly input: JsonSchema
  /** Without lists and non-nulls. */
  readonly returns: string
}

/** All that is known of an endpoint; plain JSON. */
export interface CompiledGraphql {
  readonly title: string
  readonly description: string | null
  readonly operations: ReadonlyArray<CompiledOperation>
  /** Input types as JSON Schema, for `#/$defs/<name>`. */
  readonly definitions: Readonly<Record<string, JsonSchema>>
  /** Objects and interfaces by name; what is not here is a leaf or a union. */
  readonly types: Readonly<Record<string, ReadonlyArray<CompiledField>>>
  /** Members of unions. */
  readonly unions: Readonly<Record<string, ReadonlyArray<string>>>
  readonly problems: ReadonlyArray<SourceProblem>
}
