import { Effect, Schema } from "effect"
import { NewRule, RuleBook, RuleChange, RuleView } from "../../approvals/rule-book"
import type { Principal } from "../../domain/principal"
import { pageLimit } from "../../domain/run-filter"
import { ruleCursor } from "../../history/cursor"
import { body, noBody } from "./body"
import { endpoint, noQuery } from "./endpoint"
import { WholeNumber } from "./query"

const author = (principal: Principal) => ({ actor: principal.actor, via: "api" }) as const

export const listRules = endpoint({
  method: "GET",
  path: "/api/v1/rules",
  operationId: "listRules",
  permission: "rules:read",
  summary: "The team's rules, by position. All of them, which may be megabytes, or with `limit` a page.",
  query: Schema.Struct({ limit: Schema.optionalKey(WholeNumber(1, pageLimit.most)), cursor: Schema.optionalKey(Schema.String) }),
  body: noBody,
  answer: Schema.Struct({ items: Schema.Array(RuleView), nextCursor: Schema.NullOr(Schema.String) }),
  statuses: { 200: "The rules; `nextCursor` leads to those that come after them" },
  failures: [],
  run: Effect.fnUntraced(function* ({ principal, query: { limit, cursor } }) {
    const after = cursor === undefined ? null : yield* ruleCursor.decode(cursor)
    const all = yield* RuleBook.use((book) => book.list(principal.teamId))
    // By its place, not its number: rules that come or go meanwhile move none of the others into sight or out of it.
    const left = after === null ? all : all.filter(({ position, id }) => position > after[1] || (position === after[1] && id > after[2]))
    const items = left.slice(0, limit ?? (cursor === undefined ? all.length : pageLimit.default))
    const last = items.length < left.length ? items.at(-1) : undefined
    return { value: { items, nextCursor: last === undefined ? null : ruleCursor.encode(["rule", last.position, last.id]) } }
  })
})

export const postRule = endpoint({
  method: "POST",
  path: "/api/v1/rules",
  operationId: "createRule",
  permission: "rules:manage",
  summary: "Adds a rule; without a position it goes to the end. It counts from the next call on.",
  query: noQuery,
  body: body(NewRule),
  answer: RuleView,
  statuses: { 201: "The rule" },
  failures: [409, 503],
  run: Effect.fnUntraced(function* ({ principal, body: rule }) {
    return { status: 201, value: yield* RuleBook.use((book) => book.add(principal.teamId, rule, author(principal))) }
  })
})

export const getRule = endpoint({
  method: "GET",
  path: "/api/v1/rules/{id}",
  operationId: "getRule",
  permission: "rules:read",
  summary: "One rule.",
  query: noQuery,
  body: noBody,
  answer: RuleView,
  statuses: { 200: "The rule" },
  failures: [404],
  run: Effect.fnUntraced(function* ({ principal, id }) {
    return { value: yield* RuleBook.use((book) => book.get(principal.teamId, id)) }
  })
})

export const postRuleChange = endpoint({
  method: "POST",
  path: "/api/v1/rules/{id}",
  operationId: "changeRule",
  permission: "rules:manage",
  summary: "Changes a rule: what is given, and null takes a term away. With `revision` it counts only if nobody changed the rule since.",
  query: noQuery,
  body: body(RuleChange),
  answer: RuleView,
  statuses: { 200: "The rule as it is now" },
  failures: [404, 409, 503],
  run: Effect.fnUntraced(function* ({ principal, id, body: change }) {
    return { value: yield* RuleBook.use((book) => book.change(principal.teamId, id, change, author(principal))) }
  })
})

export const deleteRule = endpoint({
  method: "DELETE",
  path: "/api/v1/rules/{id}",
  operationId: "removeRule",
  permission: "rules:manage",
  summary: "Removes a rule.",
  query: noQuery,
  body: noBody,
  answer: Schema.Struct({ id: Schema.String }),
  statuses: { 200: "It is gone" },
  failures: [404, 409, 503],
  run: Effect.fnUntraced(function* ({ principal, id }) {
    yield* RuleBook.use((book) => book.remove(principal.teamId, id, author(principal)))
    return { value: { id } }
  })
})
