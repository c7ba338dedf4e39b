import { createHash } from "node:crypto"
import type { Schema } from "effect"
import { isJsonArray, isJsonObject, type JsonObject, textAt } from "../../json-value"
import type { CompiledBody, CompiledBodyField } from "./compiled"
import { percentEncoded, queryParts } from "./serialize"

export interface BuiltBody {
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** The body that the arguments make; null when none of them is for it. */
export const bodyOf = (body: CompiledBody, args: JsonObject, seed: string): BuiltBody | null => {
  const { kind, mediaType } = body
  if (body.fields === null) {
    // Null is a body too.
    const value = Object.hasOwn(args, body.arg) ? args[body.arg] : undefined
    if (value === undefined) return null
    return kind === "json" ? text(mediaType, JSON.stringify(value)) : { contentType: mediaType, bytes: fileBytes(value) }
  }
  const given = body.fields.filter(({ arg }) => Object.hasOwn(args, arg))
  if (given.length === 0) return null
  const argumentOf = ({ arg }: CompiledBodyField): Schema.Json => args[arg] ?? null
  switch (kind) {
    case "json":
    case "text":
      return text(mediaType, JSON.stringify(Object.fromEntries(given.map((field) => [field.name, argumentOf(field)]))))
    case "form":
      return text(mediaType, given.flatMap((field) => formParts(field, argumentOf(field))).join("&"))
    case "multipart":
      return multipart(
        given.flatMap((field) => parts(field, argumentOf(field))),
        seed
      )
  }
}

const text = (contentType: string, content: string): BuiltBody => ({ contentType, bytes: Buffer.from(content) })

const formParts = (field: CompiledBodyField, value: Schema.Json): ReadonlyArray<string> => {
  const { name, style, explode } = field
  // Without a style a nested value is JSON; a list is the same key again and again.
  const isNested = isJsonObject(value) || (isJsonArray(value) && value.some((item) => typeof item === "object" && item !== null))
  if (style === null && isNested) return [`${percentEncoded(name)}=${percentEncoded(JSON.stringify(value))}`]
  return queryParts({ name, style: style ?? "form", explode }, value)
}

interface Part {
  readonly name: string
  readonly filename: string | null
  readonly contentType: string | null
  readonly bytes: Uint8Array
}

const parts = (field: CompiledBodyField, value: Schema.Json): ReadonlyArray<Part> => {
  if (isJsonArray(value) && (field.isFile || value.every((item) => typeof item !== "object"))) return value.flatMap((item) => parts(field, item))
  const { name, contentType, isFile } = field
  if (isFile) {
    const filename = textAt(value, "filename") ?? name
    return [{ name, filename, contentType: textAt(value, "contentType") ?? contentType ?? "application/octet-stream", bytes: fileBytes(value) }]
  }
  if (typeof value === "object" && value !== null)
    return [{ name, filename: null, contentType: contentType ?? "application/json", bytes: Buffer.from(JSON.stringify(value)) }]
  return [{ name, filename: null, contentType, bytes: Buffer.from(value === null ? "" : String(value)) }]
}

/** Text as it is, or the bytes of `{ data }`. */
const fileBytes = (value: Schema.Json): Uint8Array => {
  const data = textAt(value, "data")
  if (data !== null) return Buffer.from(data, "base64")
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value))
}

/** Quotes and line breaks would end the name, or begin a header. */
const quoted = (name: string): string => `"${name.replace(/"/g, "%22").replace(/\r/g, "%0D").replace(/\n/g, "%0A")}"`
const headerText = (value: string): string => value.replace(/[^\x20-\x7e]/g, "")

/** The boundary follows from the call, so that a call that is sent again is the same to the byte. */
const multipart = (all: ReadonlyArray<Part>, seed: string): BuiltBody => {
  const hash = createHash("sha256").update(seed)
  for (const { bytes } of all) hash.update(bytes)
  const boundary = `signalbox-${hash.digest("hex").slice(0, 32)}`
  const chunks = all.flatMap(({ name, filename, contentType, bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(name)}${filename === null ? "" : `; filename=${quoted(filename)}`}\r\n${
        contentType === null ? "" : `Content-Type: ${headerText(contentType)}\r\n`
      }\r\n`
    ),
    bytes,
    Buffer.from("\r\n")
  ])
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]) }
}
