// 10,000 paused runs on the real built server: what they cost in memory and at boot, and how soon one goes on after its answer.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { adminEnvironment, type Call, signedIn } from "../e2e/http-client"
import { type Signalbox, startSignalbox } from "../e2e/signalbox-process"

const count = Number(process.env["RUNS"] ?? 10_000)
const answered = 200
const atOnce = 32
const settleMs = 20_000
/** A run that waits leaves memory after a minute. */
const hibernateMs = 75_000
const code = `const value = await tools.demo.echo({ value: args.n })
const sure = await human.approve({ message: "Go on with " + value + "?" })
return [value, sure]`

const residentMb = ({ pid }: Signalbox): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024
const median = (values: ReadonlyArray<number>): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const p95 = (values: ReadonlyArray<number>): number => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN

const inParallel = async (n: number, work: (index: number) => Promise<void>): Promise<void> => {
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let index = next++; index < n; index = next++) await work(index)
    })
  )
}

const boot = async (dataDir: string): Promise<{ readonly signalbox: Signalbox; readonly ms: number }> => {
  const began = performance.now()
  const signalbox = await startSignalbox({ dataDir, env: adminEnvironment })
  return { signalbox, ms: performance.now() - began }
}

/** Reads a run's stream until `holds` is true of an event's text; gives when that was. */
const eventAfter = async (
  signalbox: Signalbox,
  headers: Record<string, string>,
  runId: string,
  holds: (text: string) => boolean
): Promise<() => Promise<number>> => {
  const stop = new AbortController()
  const stream = await fetch(`${signalbox.url}/api/v1/runs/${runId}/events`, { headers, signal: stop.signal })
  const reader = stream.body?.getReader()
  return async () => {
    let text = ""
    while (reader !== undefined) {
      const { done, value } = await reader.read()
      if (done) break
      text += Buffer.from(value).toString()
      if (holds(text)) break
    }
    const at = performance.now()
    stop.abort()
    return at
  }
}

const timeAnswers = async (signalbox: Signalbox, call: Call): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  const { body } = await call("GET", `/api/v1/interactions?status=pending&limit=${answered}`)
  for (const { id, runId } of body.items) {
    const next = await eventAfter(signalbox, { authorization: `Bearer ${adminEnvironment.SIGNALBOX_BOOTSTRAP_TOKEN}` }, runId, (text) =>
      text.includes("execution_finished")
    )
    const finished = next()
    const began = performance.now()
    await call("POST", `/api/v1/interactions/${id}/answer`, { action: "accept" })
    times.push((await finished) - began)
  }
  return times
}

export default async (): Promise<Record<string, number>> => {
  const dataDir = mkdtempSync(join(tmpdir(), "signalbox-paused-"))
  try {
    let { signalbox, ms: emptyBootMs } = await boot(dataDir)
    const call = await signedIn(signalbox)
    const first = await call("POST", "/api/v1/runs", { code, args: { n: 0 }, waitMs: 10_000 })
    await call("POST", `/api/v1/runs/${first.body.id}/cancel`, {})
    await pause(settleMs)
    const emptyMb = residentMb(signalbox)
    const began = performance.now()
    await inParallel(count, async (n) => {
      const { status } = await call("POST", "/api/v1/runs", { code, args: { n } })
      if (status !== 201) throw new Error(`run ${n}: ${status}`)
    })
    for (let paused = 0; paused < count; await pause(1_000)) {
      const { body } = await call("GET", "/api/v1/runs?status=queued,running&limit=1")
      paused = body.items.length === 0 ? count : 0
    }
    const submitMs = performance.now() - began
    const filledMb = residentMb(signalbox)
    await pause(hibernateMs)
    const hibernatedMb = residentMb(signalbox)
    const answerMs = await timeAnswers(signalbox, call)
    await signalbox.dispose()
    const again = await boot(dataDir)
    signalbox = again.signalbox
    await pause(settleMs)
    const rebootedMb = residentMb(signalbox)
    const afterBootMs = await timeAnswers(signalbox, await signedIn(signalbox))
    await signalbox.dispose()
    return {
      runs: count,
      submitSeconds: submitMs / 1000,
      emptyBootMs,
      bootMs: again.ms,
      emptyMb,
      filledMb,
      hibernatedMb,
      rebootedMb,
      answerMedianMs: median(answerMs),
      answerP95Ms: p95(answerMs),
      afterBootAnswerMedianMs: median(afterBootMs),
      afterBootAnswerP95Ms: p95(afterBootMs)
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
