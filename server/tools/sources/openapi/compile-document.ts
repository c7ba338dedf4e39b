import type { Schema } from "effect"
import { at, isJsonArray, isJsonObject, type JsonObject, listAt, objectAt, textAt } from "../../json-value"
import type { JsonSchema } from "../../tool-source"
import type { Read } from "../read-in-thread"
import type { CompiledApi, CompiledOperation, ParameterPlace, SecurityScheme } from "./compiled"
import { type OpenApiDocument, readDocument } from "./document"
import { inputOf } from "./input-schema"
import { resolved, Unsupported } from "./references"
import { Schemas } from "./schemas"
import { isOneOfMany, partsOfTemplate, placeholdersOf } from "./template"
import { namesOf } from "./tool-names"

/** What can be a tool; OPTIONS and TRACE tell of the server, not of its data. */
const methods = ["get", "put", "post", "delete", "patch", "head"] as const
const longestDescription = 2_000
const mostProblems = 50
/** More are not one API, and every list would suffer. */
const mostOperations = 20_000

interface Operation {
  readonly method: string
  readonly template: string
  readonly pathItem: JsonObject
  readonly definition: JsonObject
  readonly operationId: string | null
  readonly tag: string | null
}

/** Reads a document and makes a tool of each operation. An operation that cannot be understood is left out and named. */
export const compileDocument = (text: string): Read<CompiledApi> => {
  const document = readDocument(text)
  return "fault" in document ? document : compile(document.value)
}

const compile = ({ root, isVersion30 }: OpenApiDocument): Read<CompiledApi> => {
  const problems: Array<{ operation: string; message: string }> = []
  const attempt = <A>(operation: string, make: () => A): ReadonlyArray<A> => {
    try {
      return [make()]
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error // allow instanceof: thrown by this very compilation
      problems.push({ operation, message: error.message })
      return []
    }
  }
  if (root["paths"] !== undefined && !isJsonObject(root["paths"])) return { fault: 'The document is not an OpenAPI description: "paths" is not an object.' }
  const operations = Object.entries(objectAt(root, "paths")).flatMap(([template, given]) =>
    template.startsWith("/") ? attempt(template, () => operationsOf(template, resolved(root, given, "the path"))).flat() : []
  )
  if (operations.length === 0)
    return { fault: `The document has no operations${problems[0] === undefined ? "" : `: ${problems[0].operation}: ${problems[0].message}`}.` }
  if (operations.length > mostOperations) return { fault: `The document has ${operations.length} operations; at most ${mostOperations} can be read.` }
  const schemas = new Schemas(root, isVersion30)
  const names = namesOf(operations)
  const compiled = operations.flatMap((operation, index) =>
    attempt(`${operation.method} ${operation.template}`, () => compiledOperation(root, schemas, operation, names[index] ?? ""))
  )
  const definitions = attempt("schemas", () => schemas.definitions())[0]
  if (definitions === undefined || compiled.length === 0) {
    return { fault: `No operation of the document can be used: ${problems.at(-1)?.operation ?? ""}: ${problems.at(-1)?.message ?? ""}.` }
  }
  return {
    value: {
      title: textAt(at(root, "info"), "title")?.slice(0, 200) ?? "Untitled API",
      description: textAt(at(root, "info"), "description")?.slice(0, longestDescription) ?? null,
      servers: listAt(root, "servers").flatMap(serverUrl),
      definitions,
      operations: compiled,
      schemes: schemesOf(root),
      problems: problems.slice(0, mostProblems)
    }
  }
}

const operationsOf = (template: string, pathItem: JsonObject): ReadonlyArray<Operation> =>
  methods.flatMap((method): ReadonlyArray<Operation> => {
    const definition = pathItem[method]
    if (!isJsonObject(definition)) return []
    const [tag] = listAt(definition, "tags")
    return [
      {
        method: method.toUpperCase(),
        template,
        pathItem,
        definition,
        operationId: textAt(definition, "operationId"),
        tag: typeof tag === "string" ? tag : null
      }
    ]
  })

const compiledOperation = (root: JsonObject, schemas: Schemas, operation: Operation, path: string): CompiledOperation => {
  const { method, template, pathItem, definition } = operation
  const hasNoBody = method === "GET" || method === "HEAD"
  const isRead = hasNoBody && !isOneOfMany(template)
  const { requestBody: _, ...bodiless } = definition
  const input = inputOf(root, schemas, pathItem, hasNoBody ? bodiless : definition)
  const { path: place, query } = partsOfTemplate(template)
  const isGiven = (name: string, where: ReadonlyArray<ParameterPlace>) => input.parameters.some((one) => where.includes(one.place) && one.name === name)
  const unnamed =
    placeholdersOf(place).find((name) => !isGiven(name, ["path"])) ?? query.flatMap(placeholdersOf).find((name) => !isGiven(name, ["path", "query"]))
  if (unnamed !== undefined) throw new Unsupported(`the path has {${unnamed}}, which is not among the parameters`)
  const servers = [...listAt(definition, "servers"), ...listAt(pathItem, "servers")].flatMap(serverUrl)
  return {
    path,
    method,
    template,
    // Said again, it is not a server of its own: with a baseUrl the call goes there like all others.
    server: servers[0] === undefined || isSamePlace(servers[0], listAt(root, "servers").flatMap(serverUrl)[0]) ? null : servers[0],
    description: descriptionOf(operation),
    effect: isRead ? "read" : method === "DELETE" ? "destructive" : "write",
    repeatable: isRead,
    input: input.schema,
    output: outputOf(root, schemas, definition),
    parameters: input.parameters,
    body: input.body,
    security: securityOf(definition["security"] ?? root["security"])
  }
}

const descriptionOf = ({ method, template, definition }: Operation): string => {
  const summary = textAt(definition, "summary")?.trim() ?? ""
  const description = textAt(definition, "description")?.trim() ?? ""
  const said = description.startsWith(summary) ? description : [summary, description].filter((part) => part !== "").join("\n\n")
  const deprecated = definition["deprecated"] === true ? "Deprecated. " : ""
  return `${deprecated}${said === "" ? `${method} ${template}` : said}`.slice(0, longestDescription)
}

/** The schema of the first answer that is a success and JSON. */
const outputOf = (root: JsonObject, schemas: Schemas, definition: JsonObject): JsonSchema | null => {
  const answers = Object.entries(objectAt(definition, "responses"))
  const [success] = answers.filter(([status]) => /^2(\d\d|XX)$/i.test(status)).sort(([a], [b]) => (a < b ? -1 : 1))
  const chosen = success ?? answers.find(([status]) => status === "default")
  if (chosen === undefined) return null
  const content = Object.entries(objectAt(resolved(root, chosen[1], "an answer"), "content")).find(([type]) => /[/+]json\b/i.test(type))
  const schema = at(content?.[1], "schema")
  return schema === undefined ? null : schemas.of(schema)
}

const securityOf = (security: Schema.Json | undefined): CompiledOperation["security"] =>
  isJsonArray(security) ? security.map((alternative) => (isJsonObject(alternative) ? Object.keys(alternative) : [])) : null

const isSamePlace = (one: string, other: string | undefined): boolean => other !== undefined && placeOf(one) === placeOf(other)

/** `//api.example.com` is https, as far as a document says. */
const placeOf = (server: string): string => {
  const base = "https://relative.invalid"
  return URL.canParse(server, base) ? new URL(server, base).href.replace(/\/+$/, "") : server
}

/** With the defaults of its variables. */
const serverUrl = (server: Schema.Json): ReadonlyArray<string> => {
  const url = textAt(server, "url")
  if (url === null) return []
  const variables = objectAt(server, "variables")
  return [url.replace(/\{([^}]+)\}/g, (placeholder, name: string) => textAt(at(variables, name), "default") ?? placeholder)]
}

const schemesOf = (root: JsonObject): CompiledApi["schemes"] => {
  const schemes = Object.entries(objectAt(at(root, "components"), "securitySchemes"))
  return Object.fromEntries(
    schemes.flatMap(([name, given]): ReadonlyArray<readonly [string, SecurityScheme]> => {
      const scheme = isJsonObject(given) && textAt(given, "$ref") !== null ? pointedScheme(root, given) : given
      const kind = schemeOf(scheme)
      return kind === null ? [] : [[name, kind]]
    })
  )
}

const pointedScheme = (root: JsonObject, given: JsonObject): Schema.Json => {
  try {
    return resolved(root, given, "a security scheme")
  } catch {
    return null
  }
}

const schemeOf = (scheme: Schema.Json): SecurityScheme | null => {
  switch (textAt(scheme, "type")) {
    case "http":
      return textAt(scheme, "scheme")?.toLowerCase() === "basic" ? { kind: "basic" } : { kind: "bearer" }
    case "oauth2":
    case "openIdConnect":
      return { kind: "bearer" }
    case "apiKey": {
      const place = textAt(scheme, "in")
      const name = textAt(scheme, "name")
      return name !== null && (place === "query" || place === "header" || place === "cookie") ? { kind: "apiKey", name, place } : null
    }
    default:
      return null
  }
}
