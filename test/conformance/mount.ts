// The endpoint's own handler with the suite's fixture tools beside the seven, for the protocol's conformance suite alone.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { handleMcpSession, mcpEndpoint } from "../../server/mcp/handler"
import { appRuntime } from "../../server/runtime/runtime"
import { listen } from "../fixtures/http-listener"
import { registerFixtureQuestions } from "./fixture-questions"
import { registerFixtureTools } from "./fixture-tools"

if (process.env["SIGNALBOX_MCP_CONFORMANCE"] !== "1") {
  process.stderr.write("This mount has tools for tests alone: set SIGNALBOX_MCP_CONFORMANCE=1 to start it.\n")
  process.exit(1)
}

const port = Number(process.env["PORT"])
const token = "a-token-for-the-conformance-suite"
const dataDir = mkdtempSync(join(tmpdir(), "signalbox-conformance-"))
Object.assign(process.env, { SIGNALBOX_DATA_DIR: dataDir, SIGNALBOX_BOOTSTRAP_TOKEN: token, PUBLIC_URL: `http://127.0.0.1:${port}` })

const runtime = await appRuntime()
const handle = mcpEndpoint((server, requestState) => {
  registerFixtureTools(server)
  registerFixtureQuestions(server, requestState)
})
// The suite sends no token; who may come in is tested by ours.
const admitted = (request: Request): Promise<Response> => {
  const headers = new Headers(request.headers)
  headers.set("authorization", `Bearer ${token}`)
  return handle(new Request(request, { headers }))
}
const listener = await listen((request) => (request.method === "POST" ? admitted(request) : handleMcpSession(request)), port)
process.stdout.write(`${listener.url}/api/mcp\n`)

const end = async (): Promise<void> => {
  await listener.close()
  await runtime.dispose()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}
process.on("SIGTERM", () => void end())
process.on("SIGINT", () => void end())
