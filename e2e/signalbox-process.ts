// A server as people start it (`node scripts/start.mjs`), on a free port with a data directory of its own.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"

export interface Signalbox {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly pid: number | undefined
  /** Everything it has printed so far. */
  output(): string
  /** The one-time link for the first admin. */
  setupLink(): Promise<string>
  /** Sends the signal and resolves when the process is gone by itself. */
  stop(signal?: NodeJS.Signals): Promise<Ending>
  /** For the end of a test: stops it whatever its state, and removes what it kept. */
  dispose(): Promise<void>
}

export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface StartOptions {
  /** Beside what a server needs to be by itself; `undefined` leaves a variable to the folder's `.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** An existing data directory, to start on what an earlier server left. */
  readonly dataDir?: string
  readonly port?: number
  /** Another folder to start in, such as a fresh clone. */
  readonly folder?: string
  readonly command?: readonly [string, ...ReadonlyArray<string>]
  readonly readyWithinMs?: number
  /** Resolve at this output instead of at readiness, to catch a start in the middle. */
  readonly untilPrinted?: RegExp
}

// Set to nothing, so that neither the shell nor a developer's `.env` reaches a test's server.
const cleared = Object.fromEntries(
  [
    "PUBLIC_URL",
    "DATABASE_URL",
    "SIGNALBOX_SECRET",
    "SIGNALBOX_ADMIN_EMAIL",
    "SIGNALBOX_ADMIN_PASSWORD",
    "SIGNALBOX_BOOTSTRAP_TOKEN",
    "SIGNALBOX_ALLOW_STDIO",
    "SIGNALBOX_STDIO_ENV",
    "SIGNALBOX_METRICS_TOKEN",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "SIGNALBOX_ALLOW_HOSTS",
    "SIGNALBOX_MAX_CONCURRENT_RUNS",
    "SIGNALBOX_TRUSTED_PROXIES",
    "SIGNALBOX_TOKEN_READS_PER_MINUTE",
    "SIGNALBOX_TOKEN_SUBMITS_PER_MINUTE"
  ].map((name) => [name, ""])
)

const freePort = async (): Promise<number> => {
  const server = createServer()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("no free port")
  return address.port
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false
  )

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Asks `holds` again and again until it does, the process is gone, or the time is over. */
const until = async (holds: () => boolean | Promise<boolean>, child: ChildProcess, output: () => string, what: string, withinMs: number): Promise<void> => {
  const deadline = Date.now() + withinMs
  while (!(await holds())) {
    if (hasEnded(child)) throw new Error(`the server ended before ${what}:\n${output()}`)
    if (Date.now() > deadline) throw new Error(`the server did not get to ${what}:\n${output()}`)
    await pause(50)
  }
}

export const startSignalbox = async (options: StartOptions = {}): Promise<Signalbox> => {
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "signalbox-e2e-"))
  const url = `http://localhost:${port}`
  const [program, ...args] = options.command ?? [process.execPath, "scripts/start.mjs"]
  const child = spawn(program, args, {
    cwd: options.folder ?? process.cwd(),
    env: { ...process.env, ...cleared, NODE_ENV: "production", PORT: String(port), HOST: "127.0.0.1", SIGNALBOX_DATA_DIR: dataDir, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that nothing it started outlives the test.
    detached: true
  })
  let printed = ""
  child.stdout.on("data", (chunk) => {
    printed += String(chunk)
  })
  child.stderr.on("data", (chunk) => {
    printed += String(chunk)
  })
  const output = () => printed
  const ended = once(child, "exit")

  const killGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
    } catch {
      // Already gone.
    }
  }

  const signalbox: Signalbox = {
    url,
    port,
    dataDir,
    pid: child.pid,
    output,
    setupLink: async () => {
      const find = () => /https?:\/\/\S+\/setup\?token=[\w.~-]+/.exec(printed)?.[0]
      await until(() => find() !== undefined, child, output, "its setup link", 60_000)
      return find() ?? ""
    },
    stop: async (signal = "SIGTERM") => {
      if (!hasEnded(child)) {
        child.kill(signal)
        await ended
      }
      return { code: child.exitCode, signal: child.signalCode }
    },
    dispose: async () => {
      killGroup()
      if (!hasEnded(child)) await ended
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    }
  }

  try {
    const { untilPrinted } = options
    const isThere = untilPrinted === undefined ? () => isReady(url) : () => untilPrinted.test(printed)
    await until(isThere, child, output, "readiness", options.readyWithinMs ?? 240_000)
  } catch (error) {
    await signalbox.dispose()
    throw error
  }
  return signalbox
}
