import { Effect, Option, Schema } from "effect"
import type { InCall } from "../../../engine/tool-invoker"
import { questionOf } from "./elicitation"
import { McpFailed } from "./mcp-failure"

/** JSON-RPC's code for "links have to be opened before this can be done". */
const linksFirst = -32042
/** A server that is never content is told so. */
const mostRounds = 3
const mostLinks = 5

const Links = Schema.Struct({ elicitations: Schema.Array(Schema.Struct({ message: Schema.String, url: Schema.String })) })
const readLinks = Schema.decodeUnknownOption(Links)

/** Makes the call. Where the server wants links to be opened first, a person is asked to, and the call is made again. */
export const afterLinks = <A>(call: Effect.Effect<A, McpFailed>, ask: InCall["ask"], rounds = mostRounds): Effect.Effect<A, McpFailed> =>
  Effect.catchIf(
    call,
    ({ fault, code }) => fault === "replied" && code === linksFirst && rounds > 0,
    (failure) => Effect.andThen(opened(failure, ask), afterLinks(call, ask, rounds - 1))
  )

const opened = Effect.fnUntraced(function* (failure: McpFailed, ask: InCall["ask"]) {
  const links = Option.match(readLinks(failure.data), { onNone: () => [], onSome: ({ elicitations }) => elicitations.slice(0, mostLinks) })
  if (links.length === 0) return yield* new McpFailed({ ...failure, reason: `${failure.reason}; it wants a link to be opened first, and does not say which` })
  for (const { message, url } of links) {
    const question = questionOf({ mode: "url", elicitationId: "", message, url })
    if ("refused" in question) return yield* new McpFailed({ ...failure, reason: `${failure.reason}; it wants a link to be opened that is no web address` })
    const { action } = yield* ask(question)
    if (action !== "accept") return yield* new McpFailed({ ...failure, reason: `${failure.reason}; it wants ${url} to be opened first, and nobody did` })
  }
})
