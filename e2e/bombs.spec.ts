import { readFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { adminEnvironment, anonymous, type Call, signedIn } from "./http-client"
import { startSignalbox } from "./signalbox-process"
import { expect, bareTest as test } from "./test"

/**
 * All kinds of programs that try to hurt a server. `SOAK=1` gives them the time to get to limits of their own, waits a minute
 * afterwards and looks at the memory as well.
 */
const bombs: Readonly<Record<string, string>> = {
  loop: "while (true) {}",
  "catch-all loop": "for (;;) { try { for (;;) {} } catch {} finally { continue } }",
  "await loop": "for (;;) await 0",
  memory: "const a = []; for (;;) a.push(new Array(1000).fill(1))",
  "string doubling": "let s = 'x'; for (;;) s += s",
  "array and join": "return new Array(1e9).join('x').length",
  regex: "return /^(a+)+$/.test('a'.repeat(45) + 'b')",
  sort: "const a = Array.from({ length: 400000 }, (_, i) => (i * 7919) % 1000003); for (;;) a.slice().sort()",
  stack: "const f = (n) => f(n + 1) + 1; return f(0)",
  "JSON depth": "let o = {}; for (let i = 0; i < 200000; i++) o = { o }; return o",
  "promise flood": "const a = []; for (let i = 0; i < 1e6; i++) a.push(new Promise(() => {})); await Promise.all(a)",
  "proxy trap": "return new Proxy({}, { get: (_, k, self) => self, ownKeys: () => { for (;;) {} } })",
  "output flood": "for (;;) emit('x'.repeat(1000))",
  "log flood": "for (;;) console.log('x'.repeat(100))",
  "call flood": "return await Promise.all(Array.from({ length: 100000 }, (_, i) => tools.demo.echo({ value: i })))"
}

const isSoak = process.env["SOAK"] !== undefined
const timeoutMs = isSoak ? 60_000 : 3_000
const calls = 60
const works = `// Works beside bombs
let sum = 0
for (let i = 0; i < ${calls}; i++) sum = (sum * 31 + await tools.demo.echo({ value: i })) % 1000003
return sum`
const waits = `// Waits beside bombs
const open = await tools.demo.tickets.list({})
const ticket = await tools.demo.tickets.create({ title: "one beside the bombs" })
return [open.length, ticket.title]`
const expected = Array.from({ length: calls }, (_, i) => i).reduce((sum, i) => (sum * 31 + i) % 1_000_003, 0)

const residentMb = (pid: number | undefined): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024

const until = async (call: Call, id: string, holds: (run: { readonly status: string; readonly finishedAt: string | null }) => boolean) => {
  while (true) {
    const { body } = await call("GET", `/api/v1/runs/${id}`)
    if (holds(body)) return body
    await pause(100)
  }
}

test("fifteen kinds of bombs at once end in their limits, while the server answers, one run waits and another one works", async () => {
  test.setTimeout(isSoak ? 1_200_000 : 300_000)
  const signalbox = await startSignalbox({ env: adminEnvironment })
  try {
    const call = await signedIn(signalbox)
    const submit = async (code: string, more: object = {}): Promise<string> => {
      const { status, body } = await call("POST", "/api/v1/runs", { code, ...more })
      expect(status, JSON.stringify(body)).toBe(201)
      return body.id
    }
    // The first of everything costs memory for good.
    await until(call, await submit(works), ({ finishedAt }) => finishedAt !== null)
    const waiting = await submit(waits)
    await until(call, waiting, ({ status }) => status === "waiting_for_interaction")
    const before = residentMb(signalbox.pid)
    let peak = before
    const answers: Array<number> = []
    let isOver = false
    const health = (async () => {
      while (!isOver) {
        answers.push((await anonymous(signalbox)("GET", "/api/health")).status)
        if (process.platform === "linux") peak = Math.max(peak, residentMb(signalbox.pid))
        await pause(50)
      }
    })()

    const ids = await Promise.all(Object.values(bombs).map((code, index) => submit(code, { title: Object.keys(bombs)[index], timeoutMs })))
    const working = await submit(works)
    const ends = await Promise.all(ids.map((id) => until(call, id, ({ finishedAt }) => finishedAt !== null)))
    const worked = await until(call, working, ({ finishedAt }) => finishedAt !== null)
    isOver = true
    await health

    for (const end of ends) {
      expect({ bomb: end.title, status: end.status }).toEqual({ bomb: end.title, status: "failed" })
      expect(end.error.message).not.toMatch(/node_modules|\.js:|Internal error/)
    }
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(answers.length).toBeGreaterThan(10)
    expect(worked).toMatchObject({ status: "completed", result: expected, toolCallCount: calls })

    const [asked] = (await call("GET", `/api/v1/runs/${waiting}`)).body.interactions
    expect((await call("POST", `/api/v1/interactions/${asked.id}/answer`, { action: "accept" })).status).toBe(200)
    const waited = await until(call, waiting, ({ finishedAt }) => finishedAt !== null)
    expect(waited).toMatchObject({ status: "completed", toolCallCount: 2 })
    const tickets = await until(call, await submit("return await tools.demo.tickets.list({})"), ({ finishedAt }) => finishedAt !== null)
    expect(tickets.result.filter(({ title }: { readonly title: string }) => title === "one beside the bombs")).toHaveLength(1)

    if (!isSoak) return
    await pause(60_000)
    const after = residentMb(signalbox.pid)
    process.stdout.write(
      `bombs: ${ends.map((end) => `${end.title} ${end.error.code}`).join(", ")}; RSS ${before.toFixed(0)} MB before, ${peak.toFixed(0)} at the peak, ${after.toFixed(0)} a minute later; ${answers.length} answers of health\n`
    )
    expect(after).toBeLessThanOrEqual(before * 1.2)
  } finally {
    await signalbox.dispose()
  }
})
