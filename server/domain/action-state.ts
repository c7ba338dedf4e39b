/** What a form that works without JavaScript is told; the last one comes back as the state of `useActionState`. */
export type ActionState<A = null> =
  | { readonly status: "idle" }
  | { readonly status: "done"; readonly value: A }
  | {
      readonly status: "failed"
      readonly failure: ActionFailure
      /** What was typed, to fill the form in again; never a password. */
      readonly values: FormValues
    }

export type FormValues = Readonly<Record<string, string | ReadonlyArray<string>>>

/** The error shape of the HTTP API. */
export interface ActionFailure {
  readonly code: string
  readonly message: string
  readonly requestId: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly issues?: ReadonlyArray<{ readonly path: string; readonly message: string }>
}

export const idle: ActionState<never> = { status: "idle" }

/** What to say at one field. */
export const issueAt = (state: ActionState<unknown>, path: string): string | undefined =>
  state.status === "failed" ? state.failure.issues?.find((issue) => issue.path === path)?.message : undefined
