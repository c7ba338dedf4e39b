import { type ChildProcess, spawn } from "node:child_process"
import { tmpdir } from "node:os"
import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from "@modelcontextprotocol/client"

export interface Command {
  readonly command: string
  readonly args: ReadonlyArray<string>
  /** All of it: nothing of the server's own environment is inherited. */
  readonly env: Readonly<Record<string, string>>
}

/** Of what it says on its error output, which is shown when it ends. */
const mostSaid = 2_000
/** For a command to end by itself once its input is closed, and again once it is asked to. */
const patienceMs = 1_000

/**
 * An MCP server that is a command. It has a process group of its own, so that what it starts ends with it; a command that
 * ends says why on its error output.
 */
export class CommandTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport["onmessage"]
  /** The SDK tells a command from an address by these two. */
  readonly stderr = null
  private child: ChildProcess | null = null
  private said = ""
  private readonly received: ReadBuffer

  /** `mostBytes`: of one message; a command that says more is ended. */
  constructor(
    private readonly started: Command,
    private readonly mostBytes: number,
    private readonly onTooLarge: (reason: string) => void
  ) {
    this.received = new ReadBuffer({ maxBufferSize: mostBytes })
  }

  get pid(): number | null {
    return this.child?.pid ?? null
  }

  /** The last that it said on its error output. */
  get lastWords(): string {
    return this.said.trim()
  }

  start(): Promise<void> {
    const { command, args, env } = this.started
    return new Promise((resolve, reject) => {
      const child = spawn(command, [...args], { env: { NODE_ENV: "production", ...env }, cwd: tmpdir(), stdio: "pipe", detached: true, windowsHide: true })
      this.child = child
      child.once("spawn", () => resolve())
      child.once("error", (error) => {
        reject(error)
        this.ended()
      })
      child.once("close", () => this.ended())
      child.stdin.on("error", (error) => this.onerror?.(error))
      child.stdout.on("data", (chunk: Buffer) => this.take(chunk))
      child.stderr.on("data", (chunk: Buffer) => {
        this.said = `${this.said}${chunk.toString("utf8")}`.slice(-mostSaid)
      })
    })
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const { child } = this
      if (child === null) return reject(new Error("the command has ended"))
      // One that cannot be written to is about to end, and its last words are to be heard first: they say why.
      const failed = (error: Error) => void this.endedWithin(child, patienceMs).then((isOver) => reject(isOver ? new Error("the command has ended") : error))
      if (child.stdin?.writable !== true) return failed(new Error("the command takes no input any more"))
      child.stdin.write(serializeMessage(message), (error) => (error ? failed(error) : resolve()))
    })
  }

  async close(): Promise<void> {
    const { child } = this
    if (child === null) return
    this.child = null
    child.stdin?.end()
    if (!(await exitWithin(child, patienceMs))) {
      signal(child, "SIGTERM")
      await exitWithin(child, patienceMs)
    }
    // Also when it has ended: what it started may not have.
    signal(child, "SIGKILL")
    this.received.clear()
    this.onclose?.()
  }

  private take(chunk: Buffer): void {
    try {
      this.received.append(chunk)
    } catch {
      this.onTooLarge(`the command wrote a message of more than ${this.mostBytes} bytes`)
      return void this.close()
    }
    while (true) {
      try {
        const message = this.received.readMessage()
        if (message === null) return
        this.onmessage?.(message)
      } catch (error) {
        this.onerror?.(error instanceof Error ? error : new Error("the command does not speak MCP"))
      }
    }
  }

  private async endedWithin(child: ChildProcess, ms: number): Promise<boolean> {
    if (this.child === child) await within(child, "close", ms)
    return this.child !== child
  }

  private ended(): void {
    const { child } = this
    if (child === null) return
    this.child = null
    signal(child, "SIGKILL")
    this.onclose?.()
  }
}

const exitWithin = async (child: ChildProcess, ms: number): Promise<boolean> =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined || (await within(child, "exit", ms))

/** Whether it happens in this time. */
const within = (child: ChildProcess, event: "exit" | "close", ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    child.once(event, () => {
      clearTimeout(timer)
      resolve(true)
    })
  })

/** To its whole group. */
const signal = (child: ChildProcess, name: NodeJS.Signals): void => {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, name)
  } catch {
    // Nobody is left.
  }
}
