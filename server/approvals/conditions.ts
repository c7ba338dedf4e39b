import { Schema } from "effect"
import { canonicalJson } from "../domain/canonical-json"
import { type Actor, ActorKind } from "../domain/principal"
import { Trigger } from "../domain/run"
import { redacted } from "../domain/secret-shapes"
import { matchesGlob } from "./pattern"

/** One test of one argument, found by a JSON pointer (RFC 6901); what is given must all hold. An argument that is absent passes none. */
export const ArgumentCondition = Schema.Struct({
  pointer: Schema.String.check(Schema.isPattern(/^(\/([^~/]|~0|~1)*)*$/, { message: 'must be a JSON pointer, as "/amount" or "/labels/0"' })),
  equals: Schema.optionalKey(Schema.Json),
  in: Schema.optionalKey(Schema.Array(Schema.Json).check(Schema.isMinLength(1), Schema.isMaxLength(200))),
  /** `*` stands for any characters; the whole text has to fit. */
  glob: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(500))),
  less: Schema.optionalKey(Schema.Finite),
  atMost: Schema.optionalKey(Schema.Finite),
  greater: Schema.optionalKey(Schema.Finite),
  atLeast: Schema.optionalKey(Schema.Finite),
  /** An object that has no other names than these; `""` is the arguments as a whole, which may also be none at all. */
  only: Schema.optionalKey(Schema.Array(Schema.String.check(Schema.isMaxLength(500))).check(Schema.isMaxLength(500)))
}).check(
  Schema.makeFilter(
    (condition) => Object.keys(condition).length > 1 || "must say what the argument has to be: equals, in, glob, less, atMost, greater, atLeast or only"
  )
)
export type ArgumentCondition = typeof ArgumentCondition.Type

/** What narrows a rule to some of the calls its pattern matches; all of it must hold. */
export const Conditions = Schema.Struct({
  args: Schema.optionalKey(Schema.Array(ArgumentCondition).check(Schema.isMinLength(1), Schema.isMaxLength(50))),
  actor: Schema.optionalKey(
    Schema.Struct({
      kind: Schema.optionalKey(Schema.Array(ActorKind).check(Schema.isMinLength(1))),
      id: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMinLength(1)))
    })
  ),
  trigger: Schema.optionalKey(Schema.Array(Trigger).check(Schema.isMinLength(1)))
})
export type Conditions = typeof Conditions.Type

const decode = Schema.decodeUnknownResult(Conditions, { onExcessProperty: "error" })

/** The conditions, or null when they are not understood. */
export const readConditions = (when: Schema.Json): Conditions | null => {
  const read = decode(when)
  return read._tag === "Success" ? read.success : null
}

export const hasConditions = (when: Conditions | undefined): boolean =>
  when !== undefined && (when.args !== undefined || when.actor?.kind !== undefined || when.actor?.id !== undefined || when.trigger !== undefined)

/** `unknown`: the value was redacted, so it cannot be said. */
export type Truth = "yes" | "no" | "unknown"

export interface ConditionedCall {
  readonly args: Schema.Json
  readonly actor: Actor
  readonly trigger: Trigger
}

/** Whether the call fulfils the conditions. With `areRedacted` the arguments are those of a record, in which secrets are replaced. */
export const fulfils = (when: Conditions, call: ConditionedCall, areRedacted = false): Truth => {
  if (when.trigger !== undefined && !when.trigger.includes(call.trigger)) return "no"
  if (when.actor?.kind !== undefined && !when.actor.kind.includes(call.actor.kind)) return "no"
  if (when.actor?.id !== undefined && !when.actor.id.includes(call.actor.id)) return "no"
  let truth: Truth = "yes"
  for (const condition of when.args ?? []) {
    const held = testOf(condition, valueAt(call.args, condition.pointer), areRedacted)
    if (held === "no") return "no"
    if (held === "unknown") truth = "unknown"
  }
  return truth
}

const testOf = (condition: ArgumentCondition, value: Schema.Json | undefined, areRedacted: boolean): Truth => {
  if (value === undefined) return "no"
  const { only, pointer, ...tests } = condition
  if (only !== undefined) {
    const names = namesOf(value, pointer)
    // A name that was redacted may be one of them.
    const others = names?.filter((name) => !only.includes(name)) ?? null
    if (others === null || others.some((name) => !(areRedacted && name.includes(redacted)))) return "no"
    if (others.length > 0) return "unknown"
  }
  if (Object.keys(tests).length === 0) return "yes"
  if (areRedacted && mayBeRedacted(value)) return "unknown"
  return holds(condition, value) ? "yes" : "no"
}

/** Null: it is no object. A call without arguments has none with a name. */
const namesOf = (value: Schema.Json, pointer: string): ReadonlyArray<string> | null => {
  if (value === null) return pointer === "" ? [] : null
  return typeof value === "object" && !Array.isArray(value) ? Object.keys(value) : null
}

const holds = (condition: ArgumentCondition, value: Schema.Json): boolean => {
  const { equals, glob, less, atMost, greater, atLeast } = condition
  if (equals !== undefined && canonicalJson(equals) !== canonicalJson(value)) return false
  if (condition.in !== undefined && !condition.in.some((one) => canonicalJson(one) === canonicalJson(value))) return false
  if (glob !== undefined && !(typeof value === "string" && matchesGlob(glob, value))) return false
  const isNumeric = less !== undefined || atMost !== undefined || greater !== undefined || atLeast !== undefined
  if (!isNumeric) return true
  if (typeof value !== "number") return false
  return (
    (less === undefined || value < less) &&
    (atMost === undefined || value <= atMost) &&
    (greater === undefined || value > greater) &&
    (atLeast === undefined || value >= atLeast)
  )
}

/** What a JSON pointer finds; undefined when there is nothing. */
export const valueAt = (value: Schema.Json, pointer: string): Schema.Json | undefined => {
  let at: Schema.Json | undefined = value
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~")
    if (typeof at !== "object" || at === null) return undefined
    if (Array.isArray(at) && !/^(0|[1-9]\d*)$/.test(name)) return undefined
    at = Object.hasOwn(at, name) ? Object.entries(at).find(([key]) => key === name)?.[1] : undefined
  }
  return at
}

/** A value of which something was replaced. */
const mayBeRedacted = (value: Schema.Json | undefined): boolean => value !== undefined && JSON.stringify(value).includes(redacted)
