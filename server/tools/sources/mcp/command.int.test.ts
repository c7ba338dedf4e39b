import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { call, noteCommand as command, driver, opened } from "../../../../test/fixtures/mcp-source"

describe("a command", () => {
  it.live("finds in its environment what it was given and what is harmless, and no secret of the server's", () =>
    Effect.gen(function* () {
      process.env["SIGNALBOX_SECRET"] = "canary-secret-of-the-server"
      const { tools } = yield* opened(yield* driver({ commandEnvironment: { PATH: "/bin" } }), { ...command, env: { NOTES_KEY: "abc" } })
      const found = yield* call(tools, "notes.echo_env")
      expect(found).toEqual({ NODE_ENV: "production", PATH: "/bin", NOTES_KEY: "abc" })
    }).pipe(Effect.ensuring(Effect.sync(() => delete process.env["SIGNALBOX_SECRET"])))
  )

  it.live("that says what it was given as a secret argument, or in its environment, is not heard saying it", () =>
    Effect.gen(function* () {
      const says = "console.error([...process.argv.slice(1), process.env.NOTES].join(' ')); process.exit(4)"
      const given = { command: process.execPath, args: ["-e", says, "--", "notes", "--api-key", "canary-1a2b"], env: { NOTES: "canary-3c4d" } }
      const { reason } = yield* Effect.flip((yield* driver()).read("src_1", given))
      expect(reason).toContain("notes --api-key [redacted] [redacted]")
    })
  )

  it.live("is refused where commands are off, before and after it was added", () =>
    Effect.gen(function* () {
      const { kept } = yield* opened(yield* driver(), command)
      const off = yield* driver({ allowStdio: false })
      expect(yield* Effect.flip(off.read("src_2", command))).toMatchObject({ path: "command", reason: expect.stringMatching(/SIGNALBOX_ALLOW_STDIO=1/) })
      expect(yield* Effect.flip(off.open(kept, Effect.void))).toMatchObject({ code: "source_unavailable" })
      expect(yield* off.test(kept)).toMatchObject({ answers: false })
    })
  )

  it.live("that does not exist, or ends at once, says so", () =>
    Effect.gen(function* () {
      const of = yield* driver()
      expect(yield* Effect.flip(of.read("src_1", { command: "no-such-command-at-all" }))).toMatchObject({ reason: expect.stringMatching(/no such command/) })
      const ends = { command: process.execPath, args: ["-e", "console.error('no licence'); process.exit(4)"] }
      expect(yield* Effect.flip(of.read("src_2", ends))).toMatchObject({ reason: expect.stringMatching(/no licence/) })
      // Before it could be written to.
      const closed = { command: "/bin/sh", args: ["-c", "exec 0<&-; echo no licence >&2; sleep 0.05; exit 4"] }
      expect(yield* Effect.flip(of.read("src_3", closed))).toMatchObject({ reason: expect.stringMatching(/has ended: no licence/) })
      const impatient = yield* driver({ openMs: 1_000 })
      const talks = { command: process.execPath, args: ["-e", "setInterval(() => console.log('hello'), 50)"] }
      expect(yield* Effect.flip(impatient.read("src_4", talks))).toMatchObject({ path: "command" })
    })
  )

  it.live("ends with its source, and what it started ends with it", () =>
    Effect.gen(function* () {
      const of = yield* driver()
      const child = "const c = require('child_process').spawn('sleep', ['600']); console.error(c.pid); process.stdin.resume()"
      const started = Effect.flip(of.read("src_1", { command: process.execPath, args: ["-e", `${child}; setTimeout(() => process.exit(1), 1500)`] }))
      const { reason } = yield* started
      const pid = Number(/(\d+)/.exec(reason.replace(/^.*has ended: /, ""))?.[1])
      expect(pid).toBeGreaterThan(1)
      yield* of.close("src_1")
      // A signal is sent, not waited for: whoever gets it dies a moment later, and is no child of ours that would tell.
      yield* Effect.suspend(() => (isAlive(pid) ? Effect.fail("alive") : Effect.void)).pipe(
        Effect.retry(Schedule.spaced("20 millis")),
        Effect.timeout("20 seconds")
      )
      expect(isAlive(pid)).toBe(false)
    })
  )
})

/** A process that has ended and was not waited for is dead all the same. */
const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}
