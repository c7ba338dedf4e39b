import { Effect, Schema } from "effect"
import { NewRule, RuleBook } from "../approvals/rule-book"
import { typedRows, whenOf } from "../domain/condition-rows"
import type { Principal } from "../domain/principal"
import { action, goTo } from "./action"
import { decodeForm, jsonIn } from "./decode"

/*
 * The forms of the page of rules; they work before JavaScript has loaded. Each leads back to the page.
 */

const author = (principal: Principal) => ({ actor: principal.actor, via: "console" }) as const

/** Several fields of one name, or one. */
const Typed = Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)]))

/** Everything is text in a form; what is left empty is left out. `id`: of the rule that is changed. */
const RuleForm = Schema.Struct({
  id: Schema.optionalKey(Schema.String),
  revision: Schema.optionalKey(Schema.String),
  pattern: Schema.String,
  effect: Schema.String,
  /** Conditions on arguments, a row each. */
  argPointer: Typed,
  argTest: Typed,
  argValue: Typed,
  /** JSON of further conditions. */
  when: Schema.optionalKey(Schema.String),
  /** A day, until whose end in UTC the rule counts. */
  endsOn: Schema.optionalKey(Schema.String),
  expiresAfter: Schema.optionalKey(Schema.String),
  expiresUnit: Schema.optionalKey(Schema.String),
  fourEyes: Schema.optionalKey(Schema.String),
  selfApproval: Schema.optionalKey(Schema.String),
  requesterMayConfirm: Schema.optionalKey(Schema.String)
})

const unitsMs: Readonly<Record<string, number>> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 }

const ruleOf = Effect.fnUntraced(function* (form: typeof RuleForm.Type) {
  const { when = "", endsOn = "", expiresAfter = "", expiresUnit = "hours", selfApproval = "" } = form
  const rows = typedRows({ argPointer: form.argPointer, argTest: form.argTest, argValue: form.argValue })
  const conditions = whenOf(rows, when.trim() === "" ? null : yield* jsonIn(when, "when"))
  const after = Number(expiresAfter.replace(",", ".")) * (unitsMs[expiresUnit] ?? 0)
  return yield* decodeForm(NewRule)({
    pattern: form.pattern,
    effect: form.effect,
    when: conditions ?? null,
    endsAt: endsOn === "" ? null : `${endsOn}T23:59:59.999Z`,
    ...(expiresUnit === "never" ? { interactionExpiresAfterMs: null } : expiresAfter.trim() === "" ? {} : { interactionExpiresAfterMs: Math.round(after) }),
    fourEyes: form.fourEyes !== undefined,
    requesterMayConfirm: form.requesterMayConfirm !== undefined,
    selfApproval: selfApproval === "yes" ? true : selfApproval === "no" ? false : null
  })
})

/** Which part of the list was shown; another address is none. */
const Back = Schema.optionalKey(Schema.String)
const backTo = (back = "") => goTo(/^\/rules\?[\w=&%.+*-]{1,2000}$/.test(back) ? back : "/rules")

/** Adds a rule, or changes the one that `id` names. */
export const saveRuleAction = action(
  "rules:manage",
  RuleForm,
  Effect.fn("saveRuleForm")(function* (form, principal) {
    const rule = yield* ruleOf(form)
    const { id = "", revision = "" } = form
    const book = yield* RuleBook
    const seen = /^\d{1,9}$/.test(revision) ? { revision: Number(revision) } : {}
    const saved = yield* id === ""
      ? book.add(principal.teamId, rule, author(principal))
      : book.change(principal.teamId, id, { ...rule, ...seen }, author(principal))
    // A list of several pages opens where the rule stands.
    return goTo(`/rules?open=${saved.id}#${saved.id}`)
  })
)

export const removeRuleAction = action(
  "rules:manage",
  Schema.Struct({ id: Schema.String, back: Back }),
  Effect.fn("removeRuleForm")(function* ({ id, back }, principal) {
    yield* RuleBook.use((book) => book.remove(principal.teamId, id, author(principal)))
    return backTo(back)
  })
)

/** One place up or down. */
export const moveRuleAction = action(
  "rules:manage",
  Schema.Struct({ id: Schema.String, step: Schema.Literals(["up", "down"]), back: Back }),
  Effect.fn("moveRuleForm")(function* ({ id, step, back }, principal) {
    const book = yield* RuleBook
    const ids = (yield* book.list(principal.teamId)).map((rule) => rule.id)
    const from = ids.indexOf(id)
    const to = step === "up" ? from - 1 : from + 1
    if (from !== -1 && to >= 0 && to < ids.length) {
      ids.splice(to, 0, ...ids.splice(from, 1))
      yield* book.arrange(principal.teamId, ids, author(principal))
    }
    return backTo(back)
  })
)
