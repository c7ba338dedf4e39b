import { Result, Schema } from "effect"
import type { Interaction } from "../domain/interaction"
import { readJson } from "../domain/json-input"
import { type CallFailure, failedWith } from "./call-failure"

/**
 * A call was in flight when its process died: nobody knows whether it happened. A tool that is safe to repeat is called
 * again with the same idempotency key; of all others a person says what became of it. Never a silent second call.
 */
export const uncertainOptions = ["retry", "succeeded", "failed"] as const

/** The same question as a form. */
export const uncertainSchema: Schema.Json = {
  type: "object",
  properties: {
    choice: {
      type: "string",
      title: "What became of it",
      oneOf: [
        { const: "retry", title: "Run it again" },
        { const: "succeeded", title: "It succeeded" },
        { const: "failed", title: "It failed" }
      ]
    },
    resultJson: { type: "string", title: "Its result", description: "When it succeeded: JSON, as the program would have received it" },
    message: { type: "string", title: "What went wrong", description: "When it failed" }
  },
  required: ["choice"]
}

/** How a call ended, as the program will see it. */
export type Ending = { readonly ok: true; readonly json: string | undefined } | { readonly ok: false; readonly failure: CallFailure }

const UncertainContent = Schema.Struct({
  choice: Schema.Literals(uncertainOptions),
  /** The tool's result, when it succeeded. */
  result: Schema.optionalKey(Schema.Json),
  /** The same as JSON text, from a form. */
  resultJson: Schema.optionalKey(Schema.String),
  /** What went wrong, when it failed. */
  message: Schema.optionalKey(Schema.String)
})

const read = Schema.decodeUnknownResult(UncertainContent)

/** What a person said, checked before it is recorded. */
export const uncertainContent = (
  content: unknown
): { readonly content: typeof UncertainContent.Type } | { readonly issues: ReadonlyArray<{ readonly path: string; readonly message: string }> } => {
  const said = read(content)
  if (Result.isFailure(said)) return { issues: [{ path: "choice", message: `must be one of ${uncertainOptions.join(", ")}` }] }
  const { choice, resultJson = "" } = said.success
  const result = choice === "succeeded" && resultJson.trim() !== "" ? readJson(resultJson) : undefined
  if (result !== undefined && "fault" in result) return { issues: [{ path: "resultJson", message: `${result.fault}; write JSON such as {"id": 1} or "text"` }] }
  return { content: said.success }
}

/** What a recorded answer to an uncertain call means. Anything but a clear choice leaves the call failed as uncertain. */
export const uncertainAnswer = (
  path: string,
  stored: { readonly interaction: Pick<Interaction, "status" | "comment">; readonly exactContent: Schema.Json | null }
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
      const { result, resultJson = "" } = content.success
      if (result === undefined && resultJson.trim() !== "") return { _tag: "End", ending: { ok: true, json: resultJson } }
      return { _tag: "End", ending: { ok: true, json: result === undefined ? undefined : JSON.stringify(result) } }
    }
  }
}
