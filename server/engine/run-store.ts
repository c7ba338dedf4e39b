import { Context, type Effect, Schema } from "effect"
import { type InteractionId, RunId, type TeamId, type ToolCallId } from "../domain/ids"
import type { Interaction, InteractionKind, ResolvedVia } from "../domain/interaction"
import type { Actor } from "../domain/principal"
import type { RunError, RunStatus, TerminalStatus, Trigger } from "../domain/run"
import type { RunEvent, UnnumberedEvent } from "../domain/run-event"
import type { ToolCallError, ToolCallStatus } from "../domain/tool-call"
import type { JournalEntry } from "../journal/entry"
import type { ApprovalTerms, BoundTo, Change, Decision } from "./decision"

export type { AddedRule, ApprovalTerms, BoundTo, Change, Decision, Edit, Vote } from "./decision"

export interface NewRun {
  readonly id: RunId
  readonly teamId: TeamId
  readonly actor: Actor
  readonly trigger: Trigger
  readonly title: string
  readonly code: string
  readonly language: "typescript" | "javascript"
  readonly args?: Schema.Json
  readonly timeoutMs: number
  /** It is observed as a cell: `yieldControl()` waits until the yield has been read. */
  readonly isCell?: boolean
  readonly idempotencyKey?: string
  /** What the submitting program says of itself; redacted. */
  readonly client?: string
  readonly parentRunId?: RunId
  readonly rerunOf?: RunId
  readonly at: number
}

/** The same key came with another program, arguments or time limit. */
export class IdempotencyConflict extends Schema.TaggedError<IdempotencyConflict>()("IdempotencyConflict", { key: Schema.String, runId: RunId }) {}
/** The named parent is not a run of this team, or is over. Nothing was recorded. */
export class ParentIsOver extends Schema.TaggedError<ParentIsOver>()("ParentIsOver", { parentRunId: Schema.String }) {}
/** Another owner opened the run: drop it, touch no row. */
export class OwnershipLost extends Schema.TaggedError<OwnershipLost>()("OwnershipLost", { runId: RunId }) {}
export class RunNotFound extends Schema.TaggedError<RunNotFound>()("RunNotFound", { runId: Schema.String }) {}
export class RunIsOver extends Schema.TaggedError<RunIsOver>()("RunIsOver", { runId: RunId, status: Schema.String }) {}
export class InteractionNotFound extends Schema.TaggedError<InteractionNotFound>()("InteractionNotFound", { interactionId: Schema.String }) {}
/** The team has as many rules as it may. */
export class TooManyRules extends Schema.TaggedError<TooManyRules>()("TooManyRules", { most: Schema.Int }) {}
/** The store refuses new work (it cannot be written, or too much waits to be written). Nothing was recorded. */
export class StoreUnavailable extends Schema.TaggedError<StoreUnavailable>()("StoreUnavailable", { reason: Schema.String }) {}

export interface NewToolCall {
  readonly toolCallId: ToolCallId
  readonly index: number
  readonly path: string
  readonly source: string
  /** Redacted. */
  readonly args: Schema.Json
  readonly line: number | null
  readonly status: "waiting" | "running" | "failed"
  readonly error: ToolCallError | null
  readonly interactionId: InteractionId | null
}

export interface NewInteraction {
  readonly id: InteractionId
  readonly callId: number
  readonly toolCallId: ToolCallId | null
  readonly kind: InteractionKind
  readonly message: string
  readonly toolPath: string | null
  readonly connection: string | null
  readonly line: number | null
  readonly rule: { readonly id: string; readonly pattern: string } | null
  readonly options: ReadonlyArray<string> | null
  readonly votesNeeded: number
  readonly replaces: InteractionId | null
  /** Redacted. */
  readonly args: Schema.Json | null
  /** Canonical JSON text of exactly what will run; kept encrypted. */
  readonly exactArgs: string | null
  /** Hash over everything an approval binds, and what it is made of. */
  readonly bindingHash: string | null
  readonly boundTo: BoundTo | null
  readonly terms: ApprovalTerms | null
  /** Redacted: what the program asked for, when a person edited it before. */
  readonly proposedArgs: Schema.Json | null
  readonly requestedSchema: Schema.Json | null
  readonly url: string | null
  readonly expiresAt: number | null
}

/**
 * What one step of a run changes. All writes of a step are committed together or not at all; each update is guarded, so
 * a write that lost a race changes no row, and the event it carries is then not recorded either.
 */
export type RunWrite =
  | { readonly _tag: "AppendJournal"; readonly seq: number; readonly entry: JournalEntry }
  | { readonly _tag: "AppendEvent"; readonly event: UnnumberedEvent }
  | { readonly _tag: "StartToolCall"; readonly call: NewToolCall }
  /** From any status that is not final. `result` is redacted; sets `finishedAt` when the new status is final. */
  | {
      readonly _tag: "SetToolCall"
      readonly toolCallId: ToolCallId
      readonly status: ToolCallStatus
      readonly result?: Schema.Json
      readonly error?: ToolCallError
      readonly interactionId?: InteractionId
      readonly event?: UnnumberedEvent
    }
  | { readonly _tag: "OpenInteraction"; readonly interaction: NewInteraction }
  /** The owner has acted upon a recorded decision; a decided interaction without this makes its run runnable. */
  | { readonly _tag: "ApplyDecision"; readonly interactionId: InteractionId /** The call goes out with what was approved. */; readonly isExecuted?: boolean }
  /** From `accepted` and not acted upon: what was approved is not what would run any more. */
  | { readonly _tag: "FailDecision"; readonly interactionId: InteractionId; readonly reason: string; readonly event: UnnumberedEvent }
  /** From `pending` only. */
  | {
      readonly _tag: "CloseInteraction"
      readonly interactionId: InteractionId
      readonly status: "cancelled" | "failed" | "expired"
      readonly by: Actor
      readonly via: ResolvedVia
      readonly comment: string
      readonly event: UnnumberedEvent
    }
  /** `queued` to `running`. */
  | { readonly _tag: "BeginRun" }
  /**
   * From any status that is not terminal. In the same transaction everything of the run that is still open is closed:
   * tool calls `cancelled`, interactions `cancelled`.
   */
  | { readonly _tag: "EndRun"; readonly status: TerminalStatus; readonly result?: Schema.Json; readonly error?: RunError; readonly event: UnnumberedEvent }

/**
 * One step of the run's owner at one moment. Whether the run is `waiting_for_interaction`, since when, how long people
 * were waited for, its counts and its `version` follow from the rows and are kept by the store in the same transaction.
 */
export interface RunStep {
  readonly runId: RunId
  readonly teamId: TeamId
  readonly owner: string
  readonly at: number
  /** Autonomous time the run has used so far, in ms. */
  readonly spentMs: number
  readonly writes: ReadonlyArray<RunWrite>
}

export interface StoredInteraction {
  readonly interaction: Interaction
  readonly teamId: TeamId
  readonly callId: number
  readonly exactArgs: string | null
  /** The accepted content as given, which the program receives; `interaction.content` is redacted. Kept encrypted. */
  readonly exactContent: Schema.Json | null
  readonly bindingHash: string | null
  readonly boundTo: BoundTo | null
  readonly terms: ApprovalTerms | null
  readonly runTrigger: Trigger
  /** When the owner acted upon the decision; null: not yet. */
  readonly appliedAt: number | null
}

export interface StoredToolCall {
  readonly toolCallId: ToolCallId
  readonly path: string
  readonly status: ToolCallStatus
  readonly interactionId: InteractionId | null
}

/** A run as its new owner finds it. */
export interface OpenedRun {
  readonly run: NewRun
  readonly status: RunStatus
  /** The whole journal, this opening's `own` entry last; the owner's next entry has `seq` = its length. */
  readonly journal: ReadonlyArray<JournalEntry>
  readonly toolCalls: ReadonlyArray<StoredToolCall>
  readonly interactions: ReadonlyArray<StoredInteraction>
  readonly seen: { readonly logs: number; readonly items: number }
  /** Autonomous time used up before this opening, as far as it is recorded. */
  readonly spentMs: number
}

export type DecideResult =
  | { readonly _tag: "Decided"; readonly stored: StoredInteraction }
  /** Zero rows: somebody was first, or the run ended. The recorded state is what counts. */
  | { readonly _tag: "AlreadyDecided"; readonly stored: StoredInteraction }
  /** Still pending, but its deadline is not after the decision's time. */
  | { readonly _tag: "PastDeadline"; readonly stored: StoredInteraction }
  /** Still pending, but it changed since the revision that was given. */
  | { readonly _tag: "Stale"; readonly stored: StoredInteraction }
  /** Still pending: the rule that was to come with the decision is one too many. */
  | { readonly _tag: "RulesFull"; readonly stored: StoredInteraction; readonly most: number }

export interface RunState {
  readonly runId: RunId
  readonly teamId: TeamId
  readonly status: RunStatus
  readonly cancelWish: { readonly by: Actor; readonly reason: string } | null
}

export interface UnfinishedRun extends RunState {
  /** All that is open are questions nobody has answered: nothing to do until an answer or a deadline comes. */
  readonly onlyAsks: boolean
  /** Its parent run is over. */
  readonly isOrphan: boolean
}

/**
 * The engine's truth: runs, journal, tool calls, interactions and numbered events. Every effect that returns has been
 * committed. `events` of a result are numbered (`seq`) in the transaction; who calls publishes them in that order.
 */
export class RunStore extends Context.Service<
  RunStore,
  {
    /** Run (queued), detail, first event, idempotency row. A parent must be there and not over, which the write itself checks. Asking again with the same key gives the first run. */
    submit(
      run: NewRun
    ): Effect.Effect<
      { readonly runId: RunId; readonly created: boolean; readonly events: ReadonlyArray<RunEvent> },
      IdempotencyConflict | ParentIsOver | StoreUnavailable
    >
    /** Appends `own` (after `start`, on the first opening: `first` gives it) and reads everything the owner needs. */
    open(runId: RunId, owner: string, first: (run: NewRun) => JournalEntry): Effect.Effect<OpenedRun, RunNotFound | RunIsOver | OwnershipLost>
    /** Commits one step; waits out a store that fails. Returns the step's events that were recorded, numbered. */
    commit(step: RunStep): Effect.Effect<ReadonlyArray<RunEvent>, OwnershipLost | RunIsOver>
    /** One conditional update from `pending`, with its `InteractionResolved` event. The deadline is checked inside it. A rule that comes with it is in the same transaction. */
    decide(decision: Decision): Effect.Effect<DecideResult & { readonly events: ReadonlyArray<RunEvent> }, InteractionNotFound>
    /** One conditional update that leaves it pending, with its `InteractionChanged` event. `Decided` means that it was done. */
    change(change: Change): Effect.Effect<DecideResult & { readonly events: ReadonlyArray<RunEvent> }, InteractionNotFound>
    /** Records the wish to cancel; the owner, or the next one, acts on it. False when the run is over or a wish is there already. */
    wishCancel(runId: RunId, by: Actor, reason: string): Effect.Effect<boolean>
    /** A run as it was submitted, real arguments included. `isReadable`: false when these cannot be opened; they are left out then. */
    program(runId: RunId): Effect.Effect<{ readonly run: NewRun; readonly isReadable: boolean } | null>
    /** The runs below this one that are not over. */
    openChildren(runId: RunId): Effect.Effect<ReadonlyArray<RunState>>
    interaction(id: InteractionId): Effect.Effect<StoredInteraction | null>
    /** Pending interactions in order of creation; of one run, or of all runs of a team. */
    pending(of: { readonly runId: RunId } | { readonly teamId: TeamId }): Effect.Effect<ReadonlyArray<StoredInteraction>>
    state(runId: RunId): Effect.Effect<RunState | null>
    /** How a terminal run ended, redacted; null while it has not. */
    ending(runId: RunId): Effect.Effect<{ readonly status: TerminalStatus; readonly result: Schema.Json | null; readonly error: RunError | null } | null>
    /** Events with `seq` above `after`, in order, at most `limit`. */
    events(runId: RunId, after: number, limit: number): Effect.Effect<ReadonlyArray<RunEvent>>
    /** What a cell's observer sees, in order: output, yields, the end. The first `after` are left out; at most `limit`. */
    cellEvents(
      runId: RunId,
      after: number,
      limit: number
    ): Effect.Effect<{
      readonly events: ReadonlyArray<RunEvent>
      /** How many come before these: `after`, or all when there are fewer. */
      readonly from: number
      /** How many yields there are up to the last of these. */
      readonly yields: number
    }>
    /** Runs that are not terminal, oldest first; what a starting process has to look after. */
    unfinished: Effect.Effect<ReadonlyArray<UnfinishedRun>>
    /** Pending interactions whose deadline is not after `at`. */
    pastDeadline(at: number, limit: number): Effect.Effect<ReadonlyArray<StoredInteraction>>
    /** Pending interactions of which a warning is due at `at`: at half of their time, and at nine tenths. */
    dueWarnings(at: number, limit: number): Effect.Effect<ReadonlyArray<{ readonly stored: StoredInteraction; readonly warnings: number }>>
  }
>()("signalbox/engine/RunStore") {}
