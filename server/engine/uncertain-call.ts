import { Result, Schema } from "effect"
import { type CallFailure, failedWith } from "./call-failure"
import type { StoredInteraction } from "./run-store"

/**
 * A call was in flight when its process died: nobody knows whether it happened. A tool that is safe to repeat is called
 * again with the same idempotency key; of all others a person says what became of it. Never a silent second call.
 */
export const uncertainOptions = ["retry", "succeeded", "failed"] as const

/** How a call ended, as the program will see it. */
export type Ending = { readonly ok: true; readonly json: string | undefined } | { readonly ok: false; readonly failure: CallFailure }

export const UncertainContent = Schema.Struct({
  choice: Schema.Literals(uncertainOptions),
  /** The tool's result, when it succeeded. */
  result: Schema.optionalKey(Schema.Json),
  /** What went wrong, when it failed. */
  message: Schema.optionalKey(Schema.String)
})

const read = Schema.decodeUnknownResult(UncertainContent)

/** What a recorded answer to an uncertain call means. Anything but a clear choice leaves the call failed as uncertain. */
export const uncertainAnswer = (
  path: string,
  stored: Pick<StoredInteraction, "interaction" | "exactContent">
): { readonly _tag: "Retry" } | { readonly _tag: "End"; readonly ending: Ending } => {
  const fail = (message: string) => ({ _tag: "End", ending: { ok: false, failure: failedWith(path, "uncertain", message) } }) as const
  const { interaction, exactContent } = stored
  if (interaction.status !== "accepted") return fail(interaction.comment || `nobody said whether ${path} happened`)
  const content = read(exactContent)
  if (Result.isFailure(content)) return fail(`the answer does not say whether ${path} happened`)
  switch (content.success.choice) {
    case "retry":
      return { _tag: "Retry" }
    case "failed":
      return fail(content.success.message || `a person said that ${path} failed`)
    case "succeeded": {
      const { result } = content.success
      return { _tag: "End", ending: { ok: true, json: result === undefined ? undefined : JSON.stringify(result) } }
    }
  }
}
