import { Schema } from "effect"
import { Interaction } from "../../domain/interaction"
import { Run, RunSummary } from "../../domain/run"
import { ToolCall } from "../../domain/tool-call"
import { TrustedJson } from "../../domain/trusted-json"

/*
 * The domain's views as answers: under the names that the description of the API refers to, and with payloads that are
 * sent as they are.
 */

export const RunSummaryView = RunSummary.annotate({ identifier: "RunSummary" })

export const InteractionView = Schema.Struct({
  ...Interaction.fields,
  args: TrustedJson,
  proposedArgs: TrustedJson,
  executedArgs: TrustedJson,
  requestedSchema: TrustedJson,
  content: TrustedJson
}).annotate({ identifier: "Interaction" })

const ToolCallView = Schema.Struct({ ...ToolCall.fields, args: TrustedJson, result: TrustedJson }).annotate({ identifier: "ToolCall" })

export const RunView = Schema.Struct({
  ...Run.fields,
  args: TrustedJson,
  result: TrustedJson,
  output: Schema.Array(TrustedJson),
  toolCalls: Schema.Array(ToolCallView),
  interactions: Schema.Array(InteractionView)
}).annotate({ identifier: "Run" })
