import { parse } from "yaml"
import { deepestJson, isDeeperThan } from "../../../domain/json-input"
import { isJsonObject, type JsonObject, textAt } from "../../json-value"
import type { Read } from "../read-in-thread"

/** A document that is OpenAPI by its own word; what is in it is looked at operation by operation. */
export interface OpenApiDocument {
  readonly root: JsonObject
  /** 3.0 has schemas of its own, which are not quite JSON Schema. */
  readonly isVersion30: boolean
}

/** What is short as it is written may be long once references and aliases are. */
export const tooLarge = "The document is too large once it is read."

/** Aliases may repeat each other; more than this is a bomb. */
const mostAliases = 1_000

/** Reads JSON or YAML. The fault is the parser's own sentence. */
export const readDocument = (text: string): Read<OpenApiDocument> => {
  if (text.trim() === "") return { fault: "The document is empty." }
  const parsed = /^\s*\{/.test(text) ? readJson(text) : readYaml(text)
  if ("fault" in parsed) return parsed
  const root = parsed.value
  if (!isJsonObject(root)) return { fault: "The document is not an OpenAPI description: it is not an object." }
  if (textAt(root, "swagger") !== null) {
    return { fault: "This is a Swagger 2.0 document. OpenAPI 3.0 and 3.1 can be read; convert it first." }
  }
  const version = String(root["openapi"] ?? "")
  if (version === "") return { fault: 'The document is not an OpenAPI description: the field "openapi" with its version is missing.' }
  if (!/^3\.[012](\.|$)/.test(version)) return { fault: `OpenAPI 3.0 and 3.1 can be read, not ${version.slice(0, 20)}.` }
  return { value: { root, isVersion30: version.startsWith("3.0") } }
}

type Parsed = Read<OpenApiDocument["root"][string]>

const readJson = (text: string): Parsed => {
  if (isDeeperThan(text, deepestJson)) return { fault: `The document is nested deeper than ${deepestJson} levels.` }
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    // YAML in braces is a way to write YAML, but a slip in JSON is far more likely.
    return { fault: `The document is not valid JSON: ${sentence(error)}` }
  }
}

const readYaml = (text: string): Parsed => {
  try {
    const value: unknown = parse(text, { maxAliasCount: mostAliases, merge: true, logLevel: "error", stringKeys: true })
    // What aliases share is written out, so that nothing is a cycle and sizes are what they seem.
    const json = JSON.stringify(value) ?? "null"
    return isDeeperThan(json, deepestJson) ? { fault: `The document is nested deeper than ${deepestJson} levels.` } : { value: JSON.parse(json) }
  } catch (error) {
    const reason = sentence(error)
    return { fault: reason === "Invalid string length" ? tooLarge : `The document is not valid YAML: ${reason}` }
  }
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message.replace(/:?\s*\n[\s\S]*$/, "").slice(0, 300) : "it cannot be read")
