import type { JsonObject } from "../../json-value"
import { bodyOf } from "./body"
import type { CompiledOperation, CompiledParameter } from "./compiled"
import { headerValue, pathPart, queryParts } from "./serialize"
import { partsOfTemplate, placeholdersOf } from "./template"

export interface BuiltRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: ReadonlyArray<readonly [string, string]>
  readonly body: Uint8Array | null
}

/** The request that a call with these arguments is. The arguments fit the operation's schema. */
export const buildRequest = (
  operation: CompiledOperation,
  args: JsonObject,
  { baseUrl, idempotencyKey }: { readonly baseUrl: string; readonly idempotencyKey: string }
): BuiltRequest | { readonly fault: string } => {
  const given = operation.parameters.filter(({ arg }) => Object.hasOwn(args, arg))
  const at = (place: CompiledParameter["place"]) => given.filter((parameter) => parameter.place === place)
  const path = pathOf(operation, at("path"), args)
  if (typeof path === "object") return path
  const ofQuery = at("query").flatMap((parameter) => queryParts(withoutStyle(parameter), argumentOf(parameter, args)))
  const query = [...fixedQuery(operation, args), ...ofQuery]
  const body = operation.body === null ? null : bodyOf(operation.body, args, idempotencyKey)
  return {
    method: operation.method,
    url: `${baseUrl.replace(/[?#].*$/, "").replace(/\/+$/, "")}${path}${query.length === 0 ? "" : `?${query.join("&")}`}`,
    headers: {
      accept: "application/json, */*;q=0.5",
      "user-agent": "signalbox",
      ...Object.fromEntries(at("header").map((parameter) => [parameter.name.toLowerCase(), headerValue(parameter, argumentOf(parameter, args))])),
      ...(body !== null && { "content-type": body.contentType }),
      "idempotency-key": idempotencyKey
    },
    cookies: at("cookie").flatMap((parameter) => queryParts({ ...withoutStyle(parameter), explode: false }, argumentOf(parameter, args)).map(pairOf)),
    body: body?.bytes ?? null
  }
}

const pairOf = (part: string): readonly [string, string] => {
  const equals = part.indexOf("=")
  return [part.slice(0, equals), part.slice(equals + 1)]
}

const argumentOf = ({ arg, isJson }: CompiledParameter, args: JsonObject) => {
  const value = args[arg] ?? null
  return isJson ? JSON.stringify(value) : value
}

const withoutStyle = (parameter: CompiledParameter): CompiledParameter => (parameter.isJson ? { ...parameter, style: "form", explode: false } : parameter)

/**
 * The path with its values. A value stays within its segment: `..` as an id would name another thing than the one that a
 * person allowed.
 */
const pathOf = (operation: CompiledOperation, parameters: ReadonlyArray<CompiledParameter>, args: JsonObject): string | { readonly fault: string } => {
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]))
  const segments = partsOfTemplate(operation.template)
    .path.split("/")
    .map((segment) => {
      const filled = segment.replace(/\{([^}]+)\}/g, (_, name: string) => {
        const parameter = byName.get(name)
        return parameter === undefined ? "" : pathPart(parameter, argumentOf(parameter, args))
      })
      return { filled, isFilled: segment.includes("{") }
    })
  const wrong = segments.find(({ filled, isFilled }) => isFilled && (filled === "" || /^(\.|%2e){1,2}$/i.test(filled)))
  if (wrong !== undefined) return { fault: `a value in the path ${operation.template} must not be empty, "." or ".."` }
  return segments.map(({ filled, isFilled }) => (isFilled ? filled : encodeURI(filled.toWellFormed()).replace(/[?#]/g, encodeURIComponent))).join("/")
}

/** What the path itself says behind its question mark, as far as no parameter of the query says it. */
const fixedQuery = ({ template, parameters }: CompiledOperation, args: JsonObject): ReadonlyArray<string> =>
  partsOfTemplate(template).query.flatMap((piece) => {
    const [name = ""] = piece.split("=", 1)
    const isSaid = parameters.some((one) => one.place === "query" && one.name === name && Object.hasOwn(args, one.arg))
    const ofPath = new Map(parameters.filter(({ place }) => place === "path").map((one) => [one.name, one]))
    if (isSaid || placeholdersOf(piece).some((placeholder) => !ofPath.has(placeholder))) return []
    const filled = piece.split(/(\{[^}]+\})/).map((part) => {
      const parameter = ofPath.get(placeholdersOf(part)[0] ?? "")
      return parameter === undefined ? encodeURI(part.toWellFormed()) : pathPart(parameter, argumentOf(parameter, args))
    })
    return [filled.join("")]
  })
