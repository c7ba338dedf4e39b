import { Cause, Effect, Queue, Random, Schedule } from "effect"
import type { RunId } from "../domain/ids"
import { isTerminal } from "../domain/run"
import type { CodeRunner } from "../sandbox/code-runner"
import type { CallGate } from "./call-gate"
import { driveRun } from "./drive-run"
import { type Ended, endedWithParent, interruptedBy } from "./ending-of"
import { CurrentEngineOptions } from "./engine-options"
import type { Message } from "./residence"
import type { RunCommits } from "./run-commits"
import { type Lease, RunQueue, type Wake } from "./run-queue"
import { RunStore } from "./run-store"
import type { ToolInvoker } from "./tool-invoker"

/**
 * The runs this process is driving, and how others reach them. Works the queue as long as the scope is open.
 * I1 Whatever goes wrong in driving a run, it ends or another opening continues it.
 * I2 A message reaches the run's loop, or the run is opened (again) and finds in the rows what the message said.
 * I3 Runs below another one end when it has ended; here, or at the next start.
 * I4 More runs than `mostResident` are in memory only while they compute or call.
 */
export const makeResidents = Effect.gen(function* () {
  const queue = yield* RunQueue
  const context = yield* Effect.context<CodeRunner | ToolInvoker | CallGate | RunStore | RunCommits>()
  const store = yield* RunStore
  const { mostResident, endAgainAfterMs } = yield* CurrentEngineOptions
  const residents = new Map<RunId, Queue.Queue<Message>>()
  /** Those that only wait for people, the one that has waited longest first. */
  const idlers = new Map<RunId, Queue.Queue<Message>>()

  const endingPace = Schedule.min([Schedule.exponential(endAgainAfterMs), Schedule.spaced("1 minute")])

  /** A fault of ours must not leave a run that says `running` for ever: it is opened again, only to be ended, until that succeeds. */
  const brokeDown = Effect.fnUntraced(function* (wake: Wake, lease: Lease, inbox: Queue.Queue<Message>, cause: Cause.Cause<unknown>) {
    const id = `${lease.owner}.broken`
    yield* Effect.logError(`Internal error [${id}]: run ${wake.runId} cannot go on`, cause)
    yield* driveRun(wake, { ...lease, owner: id }, inbox, interruptedBy(`Internal error [${id}]; the server's log has its cause`)).pipe(
      Effect.provideContext(context),
      Effect.sandbox,
      Effect.tapError((again) => (Cause.hasInterruptsOnly(again) ? Effect.void : Effect.logError(`run ${wake.runId} could not be ended either`, again))),
      Effect.retry({ schedule: endingPace, while: (again) => !Cause.hasInterruptsOnly(again) }),
      Effect.ignore
    )
  })

  const makeRoom = Effect.suspend(() => {
    const [longest] = idlers
    if (longest === undefined || residents.size <= mostResident) return Effect.void
    idlers.delete(longest[0])
    return Effect.asVoid(Queue.offer(longest[1], { _tag: "LeaveMemory" }))
  })

  const noticing = (wake: Wake, lease: Lease, inbox: Queue.Queue<Message>): Lease => ({
    ...lease,
    idle: (isIdle, staysInMemory = false) =>
      Effect.andThen(
        lease.idle(isIdle),
        Effect.suspend(() => {
          if (isIdle && !staysInMemory) idlers.set(wake.runId, inbox)
          else idlers.delete(wake.runId)
          return makeRoom
        })
      )
  })

  const endChildren = Effect.fnUntraced(function* ({ runId }: Wake) {
    const children = yield* store.openChildren(runId)
    if (children.length === 0) return
    const parent = yield* store.state(runId)
    if (parent === null || !isTerminal(parent.status)) return
    for (const child of children) yield* stop(child, endedWithParent(parent.status))
  })

  const drive = (wake: Wake, lease: Lease, endWith?: Ended): Effect.Effect<void> =>
    Effect.gen(function* () {
      const inbox = yield* Queue.unbounded<Message>()
      // Before the rows are read: an answer that is recorded meanwhile lands here, if it is not in the rows already.
      residents.set(wake.runId, inbox)
      yield* makeRoom
      yield* driveRun(wake, noticing(wake, lease, inbox), inbox, endWith).pipe(
        Effect.provideContext(context),
        Effect.catchCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : brokeDown(wake, lease, inbox, cause))),
        Effect.ensuring(
          Effect.suspend(() => {
            if (residents.get(wake.runId) === inbox) residents.delete(wake.runId)
            if (idlers.get(wake.runId) === inbox) idlers.delete(wake.runId)
            // What came after the last look is in the rows; another opening finds it there.
            const missed = Queue.sizeUnsafe(inbox) > 0
            return Effect.andThen(Queue.shutdown(inbox), missed ? queue.wake(wake) : Effect.void)
          })
        )
      )
      yield* endChildren(wake)
    })
  yield* queue.work((wake, lease) => drive(wake, lease))

  const tell = (wake: Wake, message: Message) =>
    Effect.suspend(() => {
      const inbox = residents.get(wake.runId)
      return inbox === undefined ? queue.wake(wake) : Effect.asVoid(Queue.offer(inbox, message))
    })

  /**
   * A queued or parked run needs no place among the active ones to be closed. Should the queue open it at the same moment,
   * the journal's fence leaves one of the two.
   */
  const stop = Effect.fnUntraced(function* (wake: Wake, ended: Ended) {
    if (residents.has(wake.runId)) return yield* tell(wake, { _tag: "StopWished", ended })
    const owner = `stop.${yield* Random.nextIntBetween(0, 0x7fffffff)}`
    yield* drive(wake, { owner, valid: () => true, idle: () => Effect.void }, ended)
  })

  return { tell, stop }
})
