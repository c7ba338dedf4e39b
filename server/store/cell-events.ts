import { Effect } from "effect"
import type { RunId } from "../domain/ids"
import type { PrismaClient } from "../generated/sqlite/client"
import { read } from "./read"
import { eventOfRow } from "./run-event-row"

const seen = ["OutputEmitted", "ControlYielded", "ExecutionFinished"]

/** Reads what a cell's observer sees. The number of an event is its place among these events of its run, from 1. */
export const makeCellEvents = (client: PrismaClient) =>
  Effect.fnUntraced(function* (runId: RunId, after: number, limit: number) {
    const where = { runId, type: { in: seen } }
    const total = yield* read(() => client.runEvent.count({ where }))
    const from = Math.min(after, total)
    const rows = yield* read(() => client.runEvent.findMany({ where, orderBy: { seq: "asc" }, skip: from, take: limit }))
    const last = rows.at(-1) ?? (from === 0 ? null : yield* read(() => client.runEvent.findFirst({ where, orderBy: { seq: "asc" }, skip: from - 1 })))
    const yields = last === null ? 0 : yield* read(() => client.runEvent.count({ where: { runId, type: "ControlYielded", seq: { lte: last.seq } } }))
    return { events: rows.map((row) => eventOfRow({ ...row, at: Number(row.at) })), from, yields }
  })
