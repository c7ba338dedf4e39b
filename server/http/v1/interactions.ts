import { Effect, Schema } from "effect"
import { Approvals } from "../../approvals/approvals"
import { InteractionId, RunId } from "../../domain/ids"
import { InteractionStatus } from "../../domain/interaction"
import { pageLimit } from "../../domain/run-filter"
import { InteractionNotFound } from "../../engine/run-store"
import { RunsQuery } from "../../history/runs-query"
import { AnswerWithRule, answerQuestion } from "../answering"
import { body, noBody, optionalBody } from "./body"
import { endpoint, noQuery } from "./endpoint"
import { WholeNumber } from "./query"
import { runOf } from "./run-verbs"
import { InteractionView, RunView } from "./views"

const ListQuery = Schema.Struct({
  status: Schema.optionalKey(Schema.Literals([...InteractionStatus.literals, "decided"])),
  runId: Schema.optionalKey(RunId),
  limit: Schema.optionalKey(WholeNumber(1, pageLimit.most)),
  cursor: Schema.optionalKey(Schema.String)
})

const interactionIdOf = (id: string): Effect.Effect<InteractionId, InteractionNotFound> =>
  Schema.decodeUnknownEffect(InteractionId)(id).pipe(Effect.mapError(() => new InteractionNotFound({ interactionId: id })))

export const listInteractions = endpoint({
  method: "GET",
  path: "/api/v1/interactions",
  operationId: "listInteractions",
  permission: "interactions:read",
  summary: "The questions to people: pending ones (the one that expires first on top), or decided ones (the last decision on top).",
  query: ListQuery,
  body: noBody,
  answer: Schema.Struct({ items: Schema.Array(InteractionView), nextCursor: Schema.NullOr(Schema.String), pendingCount: Schema.Int }),
  statuses: { 200: "A page" },
  failures: [],
  run: Effect.fnUntraced(function* ({ principal, query: { status = "pending", ...query } }) {
    return { value: yield* RunsQuery.use((runs) => runs.interactions(principal.teamId, { status, ...query })) }
  })
})

export const getInteraction = endpoint({
  method: "GET",
  path: "/api/v1/interactions/{id}",
  operationId: "getInteraction",
  permission: "interactions:read",
  summary: "One question to a person.",
  query: noQuery,
  body: noBody,
  answer: InteractionView,
  statuses: { 200: "The interaction" },
  failures: [404],
  run: Effect.fnUntraced(function* ({ principal, id }) {
    const interactionId = yield* interactionIdOf(id)
    const interaction = yield* RunsQuery.use((runs) => runs.interaction(principal.teamId, interactionId))
    return { value: interaction ?? (yield* new InteractionNotFound({ interactionId: id })) }
  })
})

export const postAnswer = endpoint({
  method: "POST",
  path: "/api/v1/interactions/{id}/answer",
  operationId: "answerInteraction",
  permission: "interactions:decide",
  summary:
    "Decides; people only, a service token gets 403. The same answer again gives the recorded decision; another one gets 409 with who decided what, when. With `args` the tool is called with these instead: they are checked and the rules are asked again. Where two people have to approve, the first answer leaves it pending. With `rule`, which admins alone may give, calls like this one are allowed from now on: both are recorded or neither is.",
  query: noQuery,
  body: body(AnswerWithRule),
  answer: Schema.Struct({
    interaction: InteractionView,
    run: RunView,
    /** The rule that was recorded with the answer. */
    rule: Schema.optionalKey(Schema.Struct({ id: Schema.String, pattern: Schema.String }))
  }),
  statuses: { 200: "The decision is recorded; the run goes on by itself" },
  failures: [404, 409, 422],
  run: Effect.fnUntraced(function* ({ principal, id, body: answer }) {
    const interactionId = yield* interactionIdOf(id)
    const { interaction, rule } = yield* answerQuestion(principal, "api", interactionId, answer)
    return { value: { interaction, run: yield* runOf(principal, interaction.runId), ...(rule === null ? {} : { rule }) } }
  })
})

const ExtendBody = Schema.Struct({ byMs: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1000, maximum: 366 * 86_400_000 }))) })

export const postExtend = endpoint({
  method: "POST",
  path: "/api/v1/interactions/{id}/extend",
  operationId: "extendInteraction",
  permission: "interactions:decide",
  summary: "Puts the deadline of a pending question off by `byMs`; without it by the time the question had at first, at most a day.",
  query: noQuery,
  body: optionalBody(ExtendBody),
  answer: InteractionView,
  statuses: { 200: "The interaction with its new deadline" },
  failures: [404, 409],
  run: Effect.fnUntraced(function* ({ principal, id, body: { byMs } }) {
    const interactionId = yield* interactionIdOf(id)
    const { interaction } = yield* Approvals.use((approvals) => approvals.extend(principal, "api", interactionId, byMs))
    return { value: interaction }
  })
})
