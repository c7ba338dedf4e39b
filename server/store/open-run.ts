import { Deferred, Effect } from "effect"
import type { RunId } from "../domain/ids"
import { isTerminal } from "../domain/run"
import { type NewRun, type OpenedRun, OwnershipLost, RunIsOver, RunNotFound } from "../engine/run-store"
import type { PrismaClient } from "../generated/sqlite/client"
import type { JournalEntry } from "../journal/entry"
import type { WriteRequest } from "./gather"
import { openEntry } from "./journal-row"
import type { Read } from "./read"
import type { Sealing } from "./sealed"
import { storedInteraction, storedToolCall, submittedRun, withRun } from "./stored-rows"

export interface OpenRunOptions {
  readonly read: Read
  readonly client: PrismaClient
  readonly sealing: Sealing
  readonly publicUrl: string
  readonly write: (request: WriteRequest) => Effect.Effect<void>
}

/** A step of this process may be on its way while the run is opened anew; then what was seen is not what is there. */
const attempts = 20

/** What the program itself wrote, which a replay writes again. An item of a call names the call before the item. */
const ofProgram = { OR: [{ type: "LogWritten" }, { type: "OutputEmitted", data: { startsWith: `{"item":` } }] }

/** Takes over a run: appends `own` under the owner's name and reads everything it needs to go on. */
export const makeOpenRun = ({ read, client, sealing, publicUrl, write }: OpenRunOptions) => {
  const look = (runId: RunId) => read(() => client.run.findUnique({ where: { id: runId }, include: { detail: true, _count: { select: { journal: true } } } }))

  const takeOver = Effect.fnUntraced(function* (runId: RunId, owner: string, first: (run: NewRun) => JournalEntry) {
    let formerOwner: string | null | undefined
    for (let attempt = 0; attempt < attempts; attempt++) {
      const row = yield* look(runId)
      if (row === null || row.detail === null) return yield* new RunNotFound({ runId })
      const { run, status, isReadable } = submittedRun(row, row.detail, sealing)
      if (isTerminal(status)) return yield* new RunIsOver({ runId, status })
      if (formerOwner !== undefined && formerOwner !== row.owner) return yield* new OwnershipLost({ runId })
      formerOwner = row.owner
      const length = row._count.journal
      // A run whose arguments cannot be read must not begin with others: without a beginning it is not continued.
      const own: JournalEntry = { _tag: "Own", by: owner }
      const done = yield* Deferred.make<boolean>()
      yield* write({ _tag: "Open", runId, owner, expectedOwner: row.owner, length, entries: length === 0 && isReadable ? [first(run), own] : [own], done })
      if (yield* Deferred.await(done)) return
    }
    return yield* new OwnershipLost({ runId })
  })

  const journalOf = (runId: RunId) =>
    read(() => client.journalEntry.findMany({ where: { runId }, orderBy: { seq: "asc" } })).pipe(
      Effect.flatMap((rows) => Effect.try({ try: () => rows.map((row) => openEntry(sealing, row)), catch: (cause) => cause })),
      // An unreadable journal must never look like a shorter one. Without a beginning a run is not continued.
      Effect.catch((cause) => Effect.as(Effect.logError(`the journal of ${runId} cannot be read`, cause), [] satisfies ReadonlyArray<JournalEntry>))
    )

  const seenOf = (runId: RunId) =>
    read(() => client.runEvent.groupBy({ by: ["type"], where: { runId, ...ofProgram }, _count: { _all: true } })).pipe(
      Effect.map((groups) => {
        const count = (type: string): number => groups.find((group) => group.type === type)?._count._all ?? 0
        return { logs: count("LogWritten"), items: count("OutputEmitted") }
      })
    )

  return Effect.fn("RunStore.open")(function* (runId: RunId, owner: string, first: (run: NewRun) => JournalEntry) {
    yield* takeOver(runId, owner, first)
    const row = yield* look(runId)
    if (row === null || row.detail === null) return yield* new RunNotFound({ runId })
    const { run, status } = submittedRun(row, row.detail, sealing)
    const toolCalls = yield* read(() => client.toolCall.findMany({ where: { runId }, orderBy: { index: "asc" } }))
    const interactions = yield* read(() => client.interaction.findMany({ where: { runId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }], include: withRun }))
    const opened: OpenedRun = {
      run,
      status,
      journal: yield* journalOf(runId),
      toolCalls: toolCalls.map(storedToolCall),
      interactions: interactions.map((interaction) => storedInteraction(interaction, sealing, publicUrl)),
      seen: yield* seenOf(runId),
      spentMs: Number(row.spentMs)
    }
    return opened
  })
}
