import { Option, Schema } from "effect"
import { deepestJson, isDeeperThan } from "../../../domain/json-input"
import type { OutputItem } from "../../../domain/run"
import { ToolError } from "../../../engine/tool-invoker"
import type { Scrub } from "../scrub"

const text = Schema.optionalKey(Schema.String)

const Content = Schema.Union([
  Schema.Struct({ type: Schema.Literal("text"), text: Schema.String }),
  Schema.Struct({ type: Schema.Literals(["image", "audio"]), data: Schema.String, mimeType: Schema.String }),
  Schema.Struct({ type: Schema.Literal("resource"), resource: Schema.Struct({ uri: Schema.String, mimeType: text, text, blob: text }) }),
  Schema.Struct({ type: Schema.Literal("resource_link"), uri: Schema.String, name: text, title: text, description: text, mimeType: text })
])
type Content = typeof Content.Type

const Result = Schema.Struct({
  content: Schema.optionalKey(Schema.Array(Schema.Json)),
  structuredContent: Schema.optionalKey(Schema.Json),
  isError: Schema.optionalKey(Schema.Boolean)
})
const readResult = Schema.decodeUnknownOption(Result)
const readContent = Schema.decodeUnknownOption(Content)

export interface CallResult {
  readonly value: Schema.Json
  /** Images and resources, for who looks at the run. */
  readonly items: ReadonlyArray<OutputItem>
}

const longestMessage = 500
/** Of all items of one call, in base64. */
const itemCharacters = 6 << 20

/** The data of a result: what is structured, else its text (as data when it is JSON), else its parts. A failure keeps what the server says. */
export const callResultOf = (
  path: string,
  given: unknown,
  scrub: Scrub,
  /** What of the data is not as the tool promises, in words. */
  faultOf: (data: Schema.Json) => string | null = () => null
): CallResult | ToolError => {
  const read = Option.getOrUndefined(readResult(given))
  if (read === undefined) return new ToolError({ code: "invalid_response", message: `${path}: the server's answer is not a result of a tool` })
  const parts = (read.content ?? []).map((part) => scrub.json(part))
  const known = parts.flatMap((part) => Option.toArray(readContent(part)))
  const structured = read.structuredContent === undefined ? undefined : scrub.json(read.structuredContent)
  if (read.isError === true) return failureOf(path, known, structured ?? parts)
  // As it came: what is scrubbed may not fit any more.
  const fault = faultOf(
    read.structuredContent ??
      dataOf(
        read.content ?? [],
        (read.content ?? []).flatMap((part) => Option.toArray(readContent(part)))
      )
  )
  if (fault !== null) {
    const message = `${path}: the server's answer is not what the tool promises: ${scrub.text(fault).slice(0, longestMessage)}; the call itself was made`
    return new ToolError({ code: "invalid_response", message, details: structured ?? parts })
  }
  return { value: structured ?? dataOf(parts, known), items: itemsOf(known) }
}

const failureOf = (path: string, known: ReadonlyArray<Content>, details: Schema.Json): ToolError => {
  const said = known.flatMap((part) => (part.type === "text" ? [part.text.trim()] : [])).join("\n")
  return new ToolError({ code: "mcp_tool_error", message: `${path}: ${said.slice(0, longestMessage) || "the tool failed and does not say why"}`, details })
}

const dataOf = (parts: ReadonlyArray<Schema.Json>, known: ReadonlyArray<Content>): Schema.Json => {
  const [first, ...others] = known
  if (first === undefined) return parts.length === 0 ? null : parts
  return parts.length === 1 && others.length === 0 && first.type === "text" ? dataIn(first.text) : parts
}

/** Most servers write JSON as text. */
const dataIn = (written: string): Schema.Json => {
  if (!/^\s*[[{]/.test(written) || isDeeperThan(written, deepestJson)) return written
  try {
    return JSON.parse(written)
  } catch {
    return written
  }
}

const itemsOf = (known: ReadonlyArray<Content>): ReadonlyArray<OutputItem> => {
  const items: Array<OutputItem> = []
  let left = itemCharacters
  for (const part of known) {
    const item = itemOf(part, items.length + 1)
    if (item === null) continue
    left -= item.data.length
    if (left < 0) return [...items, { type: "notification", message: "What else the tool returned is too large to be shown here." }]
    items.push(item)
  }
  return items
}

const itemOf = (part: Content, number: number): Extract<OutputItem, { type: "file" }> | null => {
  switch (part.type) {
    case "text":
    case "resource_link":
      return null
    case "image":
    case "audio":
      return { type: "file", name: `${part.type}-${number}.${extensionOf(part.mimeType)}`, mimeType: part.mimeType, data: part.data }
    case "resource": {
      const { uri, mimeType, text: written, blob } = part.resource
      if (blob === undefined && written === undefined) return null
      return {
        type: "file",
        name: nameIn(uri) ?? `resource-${number}`,
        mimeType: mimeType ?? (blob === undefined ? "text/plain" : "application/octet-stream"),
        data: blob ?? Buffer.from(written ?? "").toString("base64")
      }
    }
  }
}

const extensionOf = (mimeType: string): string => /^[a-z]+\/([a-z0-9]{1,10})/i.exec(mimeType)?.[1]?.toLowerCase() ?? "bin"

const nameIn = (uri: string): string | null => {
  const last = (/([^/\\?#]+)\/?([?#].*)?$/.exec(uri)?.[1] ?? "").replace(/[^\w. -]+/g, "_").slice(0, 100)
  return last === "" ? null : last
}
