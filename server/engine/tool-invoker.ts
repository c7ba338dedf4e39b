import { Context, Effect, Schema } from "effect"
import type { RunId, TeamId, ToolCallId } from "../domain/ids"
import type { Actor } from "../domain/principal"
import type { OutputItem } from "../domain/run"

/** How a tool call failed, as the program can catch it. Codes are ours (engine docs) or the upstream's. */
export class ToolError extends Schema.TaggedError<ToolError>()("ToolError", {
  code: Schema.String,
  message: Schema.String,
  status: Schema.optionalKey(Schema.Int),
  details: Schema.optionalKey(Schema.Json),
  retryable: Schema.optionalKey(Schema.Boolean)
}) {}

/** What is known of a tool before anything is asked or sent. */
export interface PreparedCall {
  readonly path: string
  readonly source: string
  /** Which credentials it would use; null for built-in tools. */
  readonly connection: string | null
  /** Names that very connection: one that was removed and added again is another, whatever it is called. None for built-in tools. */
  readonly connectionId?: string
  readonly description: string
  /** A read changes nothing (and may be repeated); a destructive call cannot be undone. */
  readonly effect: "read" | "write" | "destructive"
  /** May be sent again with the same idempotency key after a crash. */
  readonly repeatable: boolean
  /** Hash of the tool's schema, part of what an approval binds. */
  readonly schemaHash: string
}

/** What makes a tool the one that was looked at: by its name alone another may have taken its place. */
export type ToolIdentity = Pick<PreparedCall, "path" | "connection" | "connectionId" | "schemaHash">

/** Takes more than an identity on purpose: a prepared call, or what an approval binds. */
export const identityOf = ({ path, connection, connectionId, schemaHash }: ToolIdentity): ToolIdentity => ({
  path,
  connection,
  ...(connectionId !== undefined && { connectionId }),
  schemaHash
})

/** Whether it is the same tool. Older approvals do not name the connection, which can then not be compared. */
export const isSameTool = (one: ToolIdentity, other: ToolIdentity): boolean =>
  one.path === other.path &&
  one.connection === other.connection &&
  one.schemaHash === other.schemaHash &&
  (one.connectionId === undefined || other.connectionId === undefined || one.connectionId === other.connectionId)

export interface ToolCallRequest {
  readonly teamId: TeamId
  readonly path: string
  readonly args: Schema.Json
}

/** What a tool asks a person while its call is under way. */
export interface InCallQuestion {
  readonly kind: "form" | "url"
  /** As the tool says it: untrusted text. */
  readonly message: string
  /** A flat JSON Schema; null for a link. */
  readonly requestedSchema: Schema.Json | null
  readonly url: string | null
}

/** What came of it. Whatever is no answer of a person (its time ran out, the run ends) is `cancel`. */
export type InCallAnswer = { readonly action: "accept"; readonly content: Schema.Json | null } | { readonly action: "decline" | "cancel" }

/** What a call under way may do besides coming back. */
export interface InCall {
  /** Asks a person and waits. Interruption withdraws the question. */
  readonly ask: (question: InCallQuestion) => Effect.Effect<InCallAnswer>
  /** Puts something out as if the run's program had; before the call comes back. */
  readonly emit: (item: OutputItem) => Effect.Effect<void>
}

/** For calls that no run makes: nobody is asked, nothing is put out. */
export const noInCall: InCall = { ask: () => Effect.succeed({ action: "cancel" }), emit: () => Effect.void }

export interface Invocation extends ToolCallRequest, InCall {
  readonly runId: RunId
  readonly toolCallId: ToolCallId
  readonly actor: Actor
  /** `runId:callId`, the same at every try of this call. */
  readonly idempotencyKey: string
  /** The tool that the rules or a person let through. Should another have taken its place since, nothing is sent (`tool_changed`). */
  readonly as?: ToolIdentity
}

/** Where a team's tools come from, as an agent is told. */
export interface SourceFacts {
  readonly name: string
  readonly kind: string
  /** As the source gives it: untrusted text. */
  readonly description: string | null
  readonly toolCount: number
}

/** The port to the team's tools. */
export class ToolInvoker extends Context.Service<
  ToolInvoker,
  {
    /** In a fixed order; a source that does not answer has no tools. */
    sources(teamId: TeamId): Effect.Effect<ReadonlyArray<SourceFacts>>
    /** Finds the tool and checks the arguments against its schema; sends nothing. */
    prepare(request: ToolCallRequest): Effect.Effect<PreparedCall, ToolError>
    /** Calls it. Interruption abandons the call. The value is JSON. */
    invoke(invocation: Invocation): Effect.Effect<Schema.Json | undefined, ToolError>
  }
>()("signalbox/engine/ToolInvoker") {}
