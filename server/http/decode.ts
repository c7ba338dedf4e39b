import { Effect, Schema, SchemaAST, SchemaIssue } from "effect"
import { readJson } from "../domain/json-input"
import { BodyTooLarge, type Issue, MalformedRequest, UnsupportedMediaType } from "./request-errors"

/** What a request body may weigh; routes that take more say so. */
export const bodyLimitBytes = 4 << 20

/** A field nobody knows is answered with those that are known. */
const leafHook: SchemaIssue.LeafHook = (issue) => {
  if (issue._tag !== "UnexpectedKey") return SchemaIssue.defaultLeafHook(issue)
  const known = SchemaAST.isObjects(issue.ast) ? issue.ast.propertySignatures.map(({ name }) => String(name)) : []
  return known.length === 0 ? "is not known here" : `is not known here. Allowed: ${known.join(", ")}`
}
const format = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook })

/** Faults in the shape of the API: paths with dots. */
export const issuesOf = (issue: SchemaIssue.Issue): ReadonlyArray<Issue> =>
  format(issue).issues.map(({ path, message }) => ({ path: (path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join("."), message }))

/** Decodes what came from outside. A field nobody knows is a fault: ignored, it would look as if it had worked. */
export const decodeRequest = <A, I>(schema: Schema.Codec<A, I>) => decodeWith(schema, "error")

/** Decodes a submitted form. Fields nobody knows are left out: pages and extensions may add inputs. */
export const decodeForm = <A, I>(schema: Schema.Codec<A, I>) => decodeWith(schema, "ignore")

const decodeWith = <A, I>(schema: Schema.Codec<A, I>, onExcessProperty: "error" | "ignore") => {
  const decode = Schema.decodeUnknownEffect(schema)
  return (input: unknown): Effect.Effect<A, MalformedRequest> =>
    decode(input, { errors: "all", onExcessProperty }).pipe(
      Effect.mapError(({ issue }) => {
        const issues = issuesOf(issue)
        const first = issues[0]
        const where = first === undefined || first.path === "" ? "" : `${first.path}: `
        return new MalformedRequest({ message: `The request is malformed. ${where}${first?.message ?? ""}`.trim(), issues })
      })
    )
}

/** The JSON body of a request, decoded. Reads no more than the limit, whatever the headers claim. */
export const jsonBody = <A, I>(request: Request, schema: Schema.Codec<A, I>, limitBytes: number = bodyLimitBytes): Effect.Effect<A, BodyFault> =>
  Effect.flatMap(jsonOf(request, limitBytes), decodeRequest(schema))

/** Like `jsonBody`, for what foreign clients send: fields nobody knows are left out. */
export const jsonForm = <A, I>(request: Request, schema: Schema.Codec<A, I>): Effect.Effect<A, BodyFault> =>
  Effect.flatMap(jsonOf(request, bodyLimitBytes), decodeForm(schema))

type BodyFault = MalformedRequest | BodyTooLarge | UnsupportedMediaType

const jsonOf = (request: Request, limitBytes: number): Effect.Effect<unknown, BodyFault> =>
  Effect.gen(function* () {
    if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) return yield* new UnsupportedMediaType()
    const text = yield* bodyText(request, limitBytes)
    return yield* jsonIn(text, "")
  })

/** The value of JSON text that came from outside; `path` names the field that held it, "" the body itself. */
export const jsonIn = (text: string, path: string): Effect.Effect<Schema.Json, MalformedRequest> => {
  const read = readJson(text)
  if ("value" in read) return Effect.succeed(read.value)
  return Effect.fail(new MalformedRequest({ message: `The ${path === "" ? "body" : path} ${read.fault}.`, issues: [{ path, message: read.fault }] }))
}

/** The text of a body, reading no more than the limit, whatever the headers claim. */
export const bodyText = (request: Request, limitBytes: number): Effect.Effect<string, BodyTooLarge | MalformedRequest> =>
  Effect.gen(function* () {
    if (Number(request.headers.get("content-length") ?? 0) > limitBytes) return yield* new BodyTooLarge({ limitBytes })
    const bytes = yield* Effect.tryPromise({
      try: () => readAtMost(request.body, limitBytes),
      catch: () => new MalformedRequest({ message: "The body could not be read.", issues: [{ path: "", message: "could not be read" }] })
    })
    if (bytes === null) return yield* new BodyTooLarge({ limitBytes })
    return yield* Effect.try({
      try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
      catch: () => new MalformedRequest({ message: "The body is not valid UTF-8.", issues: [{ path: "", message: "is not valid UTF-8" }] })
    })
  })

const readAtMost = async (body: ReadableStream<Uint8Array> | null, limitBytes: number): Promise<Uint8Array | null> => {
  if (body === null) return new Uint8Array()
  const chunks: Array<Uint8Array> = []
  let size = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > limitBytes) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
