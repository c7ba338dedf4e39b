import { Predicate, Schema } from "effect"
import { Issue } from "./request-errors"
import type { EndpointDoc } from "./v1/endpoint"

/** What a JSON document is made of; plain data, so that it can be sent as it is. */
type Json = Readonly<Record<string, unknown>>

const ErrorView = Schema.Struct({
  error: Schema.Struct({
    code: Schema.String,
    message: Schema.String,
    requestId: Schema.String,
    details: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
    issues: Schema.optionalKey(Schema.Array(Issue))
  })
}).annotate({ identifier: "Error" })

const failureTexts: Readonly<Record<number, string>> = {
  400: "Malformed, or a parameter or value nobody knows",
  401: "Neither a valid session nor a valid token",
  403: "Known, and not allowed to do this; or sent from another site",
  404: "No such thing in this team",
  409: "The state of things does not allow it; `details` says why",
  413: "The body is too large",
  415: "The body is not JSON",
  422: "The content does not fit; see `issues`",
  429: "Too many requests; see Retry-After",
  503: "Not now; see Retry-After"
}

/** Describes the endpoints in OpenAPI 3.1, from the schemas that validate their requests and encode their answers. */
export const openApiDocument = (endpoints: ReadonlyArray<EndpointDoc>, about: { readonly version: string; readonly publicUrl: string }): Json => {
  const components: Record<string, unknown> = {}
  const schemaOf = (schema: Schema.Constraint): unknown => {
    const { schema: root, definitions } = Schema.toJsonSchemaDocument(schema)
    for (const [name, definition] of Object.entries(definitions)) components[name] = withComponentRefs(definition)
    return withComponentRefs(root)
  }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const operations = paths[endpoint.path] ?? {}
    paths[endpoint.path] = { ...operations, [endpoint.method.toLowerCase()]: operationOf(endpoint, schemaOf) }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Signalbox",
      version: about.version,
      description: "Submit programs, wait for them, answer their questions. Times are ISO 8601 in UTC with milliseconds. Every answer has an X-Request-Id."
    },
    servers: [{ url: about.publicUrl }],
    security: [{ token: [] }, { session: [] }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "A service token" },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "better-auth.session_token",
          description: "The session of a signed-in person; changes need the header Origin as well"
        }
      }
    }
  }
}

const operationOf = (endpoint: EndpointDoc, schemaOf: (schema: Schema.Constraint) => unknown): Json => {
  const { method, operationId, summary, path, query, body, answer, statuses, failures } = endpoint
  const json = (schema: Schema.Constraint) => ({ "application/json": { schema: schemaOf(schema) } })
  const content = answer === "event-stream" ? { "text/event-stream": { schema: { type: "string" } } } : json(answer)
  const always = [400, 401, 403, 429, ...(method === "POST" ? [413, 415] : [])]
  const parameters = [
    ...(path.includes("{id}") ? [{ name: "id", in: "path", required: true, schema: { type: "string" } }] : []),
    ...Object.entries(query.fields).flatMap(([name, field]) => (Schema.isSchema(field) ? [parameterOf(name, field)] : [])),
    ...(answer === "event-stream" ? [{ name: "Last-Event-ID", in: "header", required: false, schema: { type: "string" } }] : [])
  ]
  return {
    operationId,
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body.schema === null ? {} : { requestBody: { required: !body.isOptional, content: json(body.schema) } }),
    responses: {
      ...Object.fromEntries(Object.entries(statuses).map(([status, description]) => [status, { description, content }])),
      ...Object.fromEntries(
        [...always, ...failures].toSorted().map((status) => [status, { description: failureTexts[status] ?? "", content: json(ErrorView) }])
      )
    }
  }
}

/** A parameter as it is after parsing, since all are text before; a list is written with commas, a moment as text. */
const parameterOf = (name: string, field: Schema.Constraint): Json => {
  const { schema: parsed } = Schema.toJsonSchemaDocument(Schema.toType(field))
  // The format stands beside other checks, wherever the generator puts it.
  const isMoment = JSON.stringify(parsed).includes('"format":"date-time"')
  const schema = isMoment ? { type: "string", format: "date-time" } : parsed
  return { name, in: "query", required: false, schema, ...(parsed["type"] === "array" ? { style: "form", explode: false } : {}) }
}

/** JSON Schema's own place for definitions is not OpenAPI's. */
const withComponentRefs = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withComponentRefs)
  if (typeof value === "string" && value.startsWith("#/$defs/")) return value.replace("#/$defs/", "#/components/schemas/")
  return Predicate.isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withComponentRefs(part)])) : value
}
