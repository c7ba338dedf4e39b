import type { ErrorObject, ValidateFunction } from "ajv"
import Ajv2020 from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { Effect, type Schema } from "effect"
import { canonicalJson } from "../domain/canonical-json"
import { compilePattern } from "../domain/safe-pattern"
import { ToolError } from "../engine/tool-invoker"
import { makeSchemaTime, tooLong } from "./schema-time"
import type { JsonSchema, Tool } from "./tool-source"
import { argumentText } from "./type-text"

/** Enough to mend a call; a wrong list of a million items has a million faults. */
const mostIssues = 20

interface Issue {
  readonly path: string
  readonly message: string
}

/** A schema that so many checks took too long with is not used any more: each held up everybody. */
const mostTimeOuts = 3

type Checked = { readonly isValid: boolean; readonly errors: ReadonlyArray<ErrorObject> } | { readonly unusable: string } | typeof tooLong

/**
 * Checks by JSON Schemas, kept as long as the schema object lives; each has an Ajv of its own, because schemas of
 * different sources may use the same `$id`.
 */
const makeValidators = (time: ReturnType<typeof makeSchemaTime>) => {
  const compiled = new WeakMap<JsonSchema, ValidateFunction | string>()
  const timeOuts = new WeakMap<JsonSchema, number>()
  const validatorOf = (schema: JsonSchema): ValidateFunction | string => {
    const known = compiled.get(schema)
    if (known !== undefined) return known
    const made = time.toCompile(() => compile(schema))
    const validator = made === tooLong ? "it is too large or too intricate" : made
    compiled.set(schema, validator)
    return validator
  }
  return (schema: JsonSchema, value: Schema.Json): Checked => {
    const validator = validatorOf(schema)
    if (typeof validator === "string") return { unusable: validator }
    const isValid = time.toCheck(() => validator(value))
    if (isValid !== tooLong) return { isValid, errors: validator.errors ?? [] }
    const count = (timeOuts.get(schema) ?? 0) + 1
    timeOuts.set(schema, count)
    if (count >= mostTimeOuts) compiled.set(schema, "checks by it take too long")
    return tooLong
  }
}

/** Checks arguments against a tool's JSON Schema. */
export const makeCheckArguments = (time = makeSchemaTime()) => {
  const check = makeValidators(time)
  return (tool: Tool, args: Schema.Json): Effect.Effect<void, ToolError> =>
    Effect.suspend(() => {
      const checked = check(tool.inputSchema, args)
      if (checked === tooLong) return Effect.fail(new ToolError({ code: "invalid_tool_arguments", message: `${tool.path}: ${tooIntricate}` }))
      if ("unusable" in checked) {
        return Effect.fail(new ToolError({ code: "source_unavailable", message: `The schema of ${tool.path} cannot be used: ${checked.unusable}` }))
      }
      return checked.isValid ? Effect.void : Effect.fail(invalidArguments(tool, checked.errors))
    })
}

/** What of a result is not as the tool's own schema promises, in words; null: nothing, or the schema cannot be used. */
export const makeCheckResult = () => {
  const check = makeValidators(makeSchemaTime())
  return (schema: JsonSchema, result: Schema.Json): string | null => {
    const checked = check(schema, result)
    if (checked === tooLong) return "to check it by the schema takes too long"
    if ("unusable" in checked || checked.isValid) return null
    return wordsFor(
      checked.errors.filter(isTelling).map((error) => issueOf(error, "is not known")),
      "the result"
    )
  }
}

const tooIntricate = "to check these arguments by the tool's schema takes too long; send less, or less nested"

/** `$async` is Ajv's own: with it a check is a promise, and a promise is no refusal. */
const compile = ({ $async: _, ...schema }: JsonSchema): ValidateFunction | string => {
  // References are called and not written out in place: a few of them to a large schema would be many large schemas.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    inlineRefs: false,
    ownProperties: true,
    logger: false,
    code: { regExp: safeRegExp }
  })
  addFormats(ajv)
  ajv
    .removeKeyword("uniqueItems")
    .addKeyword({ keyword: "uniqueItems", type: "array", validate: areUnique, error: { message: "must not have the same item twice" } })
  try {
    return ajv.compile(schema)
  } catch (error) {
    return error instanceof Error ? error.message : "it is not a JSON Schema"
  }
}

/** Ajv's own compares each item with each other one. */
const areUnique = (isWanted: unknown, items: ReadonlyArray<Schema.Json>): boolean =>
  isWanted !== true || new Set(items.map((item) => canonicalJson(item))).size === items.length

/** Patterns come from sources that are not trusted; one that cannot be matched safely is left to the tool itself. */
const safeRegExp = Object.assign(
  (pattern: string) => {
    const compiled = compilePattern(pattern)
    return { test: (text: string) => "fault" in compiled || text.length > compiled.longestText || compiled.test(text) }
  },
  { code: "safeRegExp" }
)

const invalidArguments = (tool: Tool, errors: ReadonlyArray<ErrorObject>): ToolError => {
  const found = errors.filter(isTelling).map((error) => issueOf(error, "is not a known argument"))
  const issues = found.length > 0 ? found : [{ path: "", message: "do not fit the schema" }]
  return new ToolError({
    code: "invalid_tool_arguments",
    message: `${tool.path}: ${wordsFor(issues, "the arguments")}. Expected ${argumentText(tool).slice(0, 1000)}`,
    details: { path: tool.path, issues: issues.slice(0, mostIssues).map(({ path, message }) => ({ path, message })) }
  })
}

const wordsFor = (issues: ReadonlyArray<Issue>, whole: string): string => {
  const more = issues.length > mostIssues ? ` (and ${issues.length - mostIssues} more)` : ""
  const shown = issues.slice(0, mostIssues).map(({ path, message }) => `${path === "" ? whole : path} ${message}`)
  return `${shown.join("; ") || `${whole} does not fit`}${more}`
}

/** The error that sums up branches says less than the branches themselves. */
const isTelling = (error: ErrorObject, _: number, all: ReadonlyArray<ErrorObject>): boolean =>
  !(error.keyword === "if" || ((error.keyword === "anyOf" || error.keyword === "oneOf") && all.length > 1 && all.length <= mostIssues))

const issueOf = (error: ErrorObject, unknown: string): Issue => {
  const at = error.instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"))
  const params: Readonly<Record<string, unknown>> = error.params
  switch (error.keyword) {
    case "required":
      return { path: [...at, String(params["missingProperty"])].join("."), message: "is required" }
    case "additionalProperties":
      return { path: [...at, String(params["additionalProperty"])].join("."), message: unknown }
    case "enum":
      return { path: at.join("."), message: `must be one of ${listed(params["allowedValues"])}` }
    case "type":
      return { path: at.join("."), message: `must be of type ${Array.isArray(params["type"]) ? params["type"].join(" or ") : String(params["type"])}` }
    case "minimum":
      return { path: at.join("."), message: `must be at least ${String(params["limit"])}` }
    case "maximum":
      return { path: at.join("."), message: `must be at most ${String(params["limit"])}` }
    case "const":
      return { path: at.join("."), message: `must be ${JSON.stringify(params["allowedValue"])}` }
    default:
      return { path: at.join("."), message: (error.message ?? "is wrong").slice(0, 300) }
  }
}

const listed = (values: unknown): string =>
  Array.isArray(values)
    ? values
        .slice(0, 20)
        .map((value) => JSON.stringify(value))
        .join(", ")
    : "the allowed values"
