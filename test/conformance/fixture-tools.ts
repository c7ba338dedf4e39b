import { type CallToolResult, CLIENT_CAPABILITIES_META_KEY, fromJsonSchema, type McpServer, type ServerContext } from "@modelcontextprotocol/server"

/** The tools that the protocol's own suite calls; their names and answers are the suite's. */

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
export const nothing = fromJsonSchema({ type: "object", properties: {} })
export const say = (text: string): CallToolResult => ({ content: [{ type: "text", text }] })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** As the suite sends it with each request of the 2026 revision. */
export const capabilitiesOf = ({ mcpReq }: ServerContext): Readonly<Record<string, unknown>> => {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  return { ...(envelope[CLIENT_CAPABILITIES_META_KEY] as object | undefined) }
}

const contents = (server: McpServer): void => {
  const tool = (name: string, content: CallToolResult["content"]) =>
    server.registerTool(name, { description: `Answers as ${name}`, inputSchema: nothing }, () => ({ content }))
  tool("test_simple_text", [{ type: "text", text: "This is a simple text response for testing." }])
  tool("test_image_content", [{ type: "image", data: png, mimeType: "image/png" }])
  tool("test_audio_content", [{ type: "audio", data: wav, mimeType: "audio/wav" }])
  tool("test_embedded_resource", [
    { type: "resource", resource: { uri: "test://embedded-resource", mimeType: "text/plain", text: "This is an embedded resource content." } }
  ])
  tool("test_multiple_content_types", [
    { type: "text", text: "Multiple content types test:" },
    { type: "image", data: png, mimeType: "image/png" },
    { type: "resource", resource: { uri: "test://mixed-content-resource", mimeType: "application/json", text: '{"test":"data","value":123}' } }
  ])
  server.registerTool("test_error_handling", { description: "Always fails", inputSchema: nothing }, () => {
    throw new Error("This tool intentionally returns an error for testing")
  })
}

const streams = (server: McpServer): void => {
  server.registerTool("test_tool_with_progress", { description: "Tells its progress", inputSchema: nothing }, async (_args, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } })
      await pause(50)
    }
    return say("done")
  })
  server.registerTool("test_logging_tool", { description: "Writes no log that nobody asked for", inputSchema: nothing }, () => say("done"))
}

const schemas = (server: McpServer): void => {
  const wide = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: { address: { $anchor: "addressDef", type: "object", properties: { street: { type: "string" }, city: { type: "string" } } } },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" }
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false
  } as const
  server.registerTool("json_schema_2020_12_tool", { description: "Tool with JSON Schema 2020-12 features", inputSchema: fromJsonSchema(wide) }, () => say("ok"))
  const header = { type: "object", properties: { region: { type: "string", "x-mcp-header": "Region" } }, required: ["region"] } as const
  server.registerTool("test_headers", { description: "Takes an argument as a header too", inputSchema: fromJsonSchema(header) }, () => say("ok"))
}

export const registerFixtureTools = (server: McpServer): void => {
  contents(server)
  streams(server)
  schemas(server)
}
