import type { ActionState } from "@/server/domain/action-state"
import type { RouterOutputs } from "@/server/trpc/router"

export type Source = RouterOutputs["sources"]["list"][number]
export type SourceDetail = RouterOutputs["sources"]["get"]
export type ToolItem = RouterOutputs["tools"]["list"]["items"][number]
export type ToolEntry = RouterOutputs["tools"]["get"]
export type Told = { readonly worked: boolean; readonly message: string }
type FormAction<A> = (previous: ActionState<A>, form: FormData) => Promise<ActionState<A>>

export interface ToolActions {
  readonly refreshSource: FormAction<Told>
  readonly testSource: FormAction<Told>
  readonly trustHints: FormAction<Told>
  readonly removeSource: FormAction<never>
  readonly tryTool: FormAction<never>
}

/** What was read, or why it could not be. */
export interface Settled<A> {
  readonly value: A | null
  readonly fault: string | null
}
