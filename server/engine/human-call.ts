import { Result, Schema } from "effect"
import { parseFormSchema } from "../domain/form-schema"
import type { InteractionKind } from "../domain/interaction"
import { type CallFailure, failedWith } from "./call-failure"
import { type JsonValue, parseJson } from "./json-text"

/** A question a program asks a person directly. */
export interface Question {
  readonly kind: InteractionKind
  readonly message: string
  readonly details: JsonValue | null
  readonly requestedSchema: JsonValue | null
  readonly url: string | null
}

const Message = Schema.NonEmptyString.check(Schema.isMaxLength(4000))
const shapes = {
  approve: { schema: Schema.Struct({ message: Message, details: Schema.optionalKey(Schema.Json) }), expected: "human.approve({ message, details? })" },
  ask: { schema: Schema.Struct({ message: Message, schema: Schema.Json }), expected: "human.ask({ message, schema })" },
  open: { schema: Schema.Struct({ message: Message, url: Schema.String }), expected: "human.open({ message, url })" }
} as const

/** Reads the arguments of `human.approve`, `human.ask` or `human.open`; a fault is for the program to catch. */
export const questionOf = (path: string, argsJson: string): Result.Result<Question, CallFailure> => {
  const name = path.replace(/^human\./, "")
  const given = parseJson(argsJson) ?? null
  // A lone string is what people write first.
  const args = typeof given === "string" ? { message: given } : given
  const refuse = (expected: string, why: string) => Result.fail(failedWith(path, "invalid_tool_arguments", `${path}: ${why}; it takes ${expected}`))
  const base = { details: null, requestedSchema: null, url: null }
  if (name === "approve") {
    const read = Schema.decodeUnknownResult(shapes.approve.schema)(args)
    if (Result.isFailure(read)) return refuse(shapes.approve.expected, "the arguments do not fit")
    return Result.succeed({ ...base, kind: "approval", message: read.success.message, details: read.success.details ?? null })
  }
  if (name === "ask") {
    const read = Schema.decodeUnknownResult(shapes.ask.schema)(args)
    if (Result.isFailure(read)) return refuse(shapes.ask.expected, "the arguments do not fit")
    const form = parseFormSchema(read.success.schema)
    if ("issues" in form)
      return refuse(shapes.ask.expected, `the schema cannot be asked: ${form.issues.map((issue) => `${issue.path || "schema"} ${issue.message}`).join("; ")}`)
    return Result.succeed({ ...base, kind: "form", message: read.success.message, requestedSchema: read.success.schema })
  }
  if (name === "open") {
    const read = Schema.decodeUnknownResult(shapes.open.schema)(args)
    if (Result.isFailure(read)) return refuse(shapes.open.expected, "the arguments do not fit")
    const url = webAddress(read.success.url)
    if (url === undefined) return refuse(shapes.open.expected, "url must be an absolute http or https address")
    return Result.succeed({ ...base, kind: "url", message: read.success.message, url })
  }
  return Result.fail(failedWith(path, "tool_not_found", `there is no ${path}; a program can ask with human.approve, human.ask and human.open`))
}

const webAddress = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isWeb = (url.protocol === "https:" || url.protocol === "http:") && url.username === "" && url.password === ""
  return isWeb ? url.href : undefined
}
