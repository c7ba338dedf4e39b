import type { ErrorObject, ValidateFunction } from "ajv"
import Ajv2020 from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { Effect, type Schema } from "effect"
import { compilePattern } from "../domain/safe-pattern"
import { ToolError } from "../engine/tool-invoker"
import type { JsonSchema, Tool } from "./tool-source"
import { argumentText } from "./type-text"

/** Enough to mend a call; a wrong list of a million items has a million faults. */
const mostIssues = 20

interface Issue {
  readonly path: string
  readonly message: string
}

/**
 * Validators of JSON Schemas, kept as long as the schema object lives; each has an Ajv of its own, because schemas of
 * different sources may use the same `$id`. A text says why there is none.
 */
const makeValidators = () => {
  const compiled = new WeakMap<JsonSchema, ValidateFunction | string>()
  const validatorOf = (schema: JsonSchema): ValidateFunction | string => {
    const known = compiled.get(schema)
    if (known !== undefined) return known
    const validator = compile(schema)
    compiled.set(schema, validator)
    return validator
  }
  return validatorOf
}

/** Checks arguments against a tool's JSON Schema. */
export const makeCheckArguments = () => {
  const validatorOf = makeValidators()
  return (tool: Tool, args: Schema.Json): Effect.Effect<void, ToolError> =>
    Effect.suspend(() => {
      const validator = validatorOf(tool.inputSchema)
      if (typeof validator === "string") {
        return Effect.fail(new ToolError({ code: "source_unavailable", message: `The schema of ${tool.path} cannot be used: ${validator}` }))
      }
      return validator(args) ? Effect.void : Effect.fail(invalidArguments(tool, validator.errors ?? []))
    })
}

/** What of a result is not as the tool's own schema promises, in words; null: nothing, or the schema cannot be used. */
export const makeCheckResult = () => {
  const validatorOf = makeValidators()
  return (schema: JsonSchema, result: Schema.Json): string | null => {
    const validator = validatorOf(schema)
    if (typeof validator === "string" || validator(result)) return null
    return wordsFor(
      (validator.errors ?? []).filter(isTelling).map((error) => issueOf(error, "is not known")),
      "the result"
    )
  }
}

const compile = (schema: JsonSchema): ValidateFunction | string => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false, code: { regExp: safeRegExp } })
  addFormats(ajv)
  try {
    return ajv.compile(schema)
  } catch (error) {
    return error instanceof Error ? error.message : "it is not a JSON Schema"
  }
}

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
