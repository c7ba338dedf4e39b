import { Schema } from "effect"
import { expect } from "vitest"
import type { RunId } from "../../../server/domain/ids"
import { Interaction } from "../../../server/domain/interaction"
import { Run } from "../../../server/domain/run"
import { Failed, get, post, read } from "../../fixtures/http-world"
import { readSse } from "../../fixtures/sse"

export const asking = '// Opens a ticket\nconst ticket = await tools.demo.tickets.create({ title: "Broken" })\nreturn ticket.title'

export const Answered = Schema.Struct({ interaction: Interaction, run: Run })

/** Submits as a token, and waits for the pause or the end. */
export const submit = async (code: string, more: object = {}): Promise<Run> => read(await post("/api/v1/runs", { code, waitMs: 45_000, ...more }), 201, Run)

export const failure = async (answer: Response, status: number) => (await read(answer, status, Failed)).error

export const asked = (run: Run): Interaction => run.interactions[0] ?? expect.fail("the run asks nothing")

/** Until the run is over, by its own stream. */
export const ended = async (id: RunId): Promise<Run> => {
  await readSse(await get(`/api/v1/runs/${id}/events`)).rest()
  return read(await get(`/api/v1/runs/${id}`), 200, Run)
}
