import type { JsonSchema, Tool } from "../../tool-source"

/** Changes with the shape below: what was compiled in an older one is compiled again from the document. */
export const compiledFormat = 3

export type ParameterPlace = "path" | "query" | "header" | "cookie"
export type Style = "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject"

/** How one argument becomes a part of the request. */
export interface CompiledParameter {
  /** The argument's name; differs from `name` where two parts of the request have the same one. */
  readonly arg: string
  readonly name: string
  readonly place: ParameterPlace
  readonly style: Style
  readonly explode: boolean
  readonly allowReserved: boolean
  /** The value is sent as JSON text (`content` instead of `schema` in the document). */
  readonly isJson: boolean
}

export interface CompiledBodyField {
  readonly arg: string
  readonly name: string
  readonly isFile: boolean
  /** Null: as its value suggests. */
  readonly style: Style | null
  readonly explode: boolean
  readonly contentType: string | null
}

/** Put together from fields, or one argument as a whole. */
export type CompiledBody = {
  readonly mediaType: string
  readonly kind: "json" | "form" | "multipart" | "text"
} & ({ readonly fields: ReadonlyArray<CompiledBodyField> } | { readonly fields: null; readonly arg: string })

/** One operation of a document as a tool; plain JSON, so that it can be stored and sent between threads. */
export interface CompiledOperation {
  /** `<group>.<name>`; the source's name comes in front. */
  readonly path: string
  readonly method: string
  readonly template: string
  /** Of its own instead of the source's; absolute. */
  readonly server: string | null
  readonly description: string
  readonly effect: Tool["effect"]
  readonly repeatable: boolean
  /** References lead into the definitions of the whole document (`#/$defs/<name>`). */
  readonly input: JsonSchema
  readonly output: JsonSchema | null
  readonly parameters: ReadonlyArray<CompiledParameter>
  readonly body: CompiledBody | null
  /** Alternatives, each a list of schemes that are needed together. Null: the document does not say. */
  readonly security: ReadonlyArray<ReadonlyArray<string>> | null
}

export type SecurityScheme =
  | { readonly kind: "bearer" | "basic" }
  | { readonly kind: "apiKey"; readonly name: string; readonly place: "query" | "header" | "cookie" }

/** All that is known of an API once its document has been read. */
export interface CompiledApi {
  readonly title: string
  readonly description: string | null
  /** Of the document; may be relative to where it came from. */
  readonly servers: ReadonlyArray<string>
  readonly definitions: Readonly<Record<string, JsonSchema>>
  readonly operations: ReadonlyArray<CompiledOperation>
  readonly schemes: Readonly<Record<string, SecurityScheme>>
  /** Operations that cannot be offered, with the reason. */
  readonly problems: ReadonlyArray<{ readonly operation: string; readonly message: string }>
}
