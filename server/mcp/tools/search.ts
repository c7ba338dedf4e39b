import { Effect, Schema } from "effect"
import { mcpTool } from "../tool"
import { toolboxReply } from "../toolbox"

export const search = mcpTool({
  name: "search",
  title: "Find tools",
  description:
    "Finds the team's tools by what they do. Answers a page {items: [{path, name, description, source, score}], total, hasMore, nextOffset}; a source alone lists exactly that source. " +
    "Programs call what is found as tools.<path>(args); describe tells the arguments.",
  input: Schema.Struct({
    query: Schema.optionalKey(Schema.String),
    source: Schema.optionalKey(Schema.String),
    limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 }))),
    offset: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)))
  }),
  about: {
    query: "What the tool should do, in a few words.",
    source: "Only tools of this source.",
    limit: "How many; 12 if not given.",
    offset: "nextOffset of the page before."
  },
  statuses: null,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: Effect.fnUntraced(function* (args, { agent }) {
    return yield* toolboxReply(agent, "tools.search", args)
  })
})
