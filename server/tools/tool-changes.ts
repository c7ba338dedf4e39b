import { Effect } from "effect"
import type { TeamId } from "../domain/ids"
import { systemActor } from "../domain/principal"
import type { SourceEditor } from "./source-editor"

/** A source that says all the time that its tools changed is listened to so often. */
const quietMs = 5_000

interface ChangedSource {
  readonly teamId: TeamId
  readonly name: string
  readonly sourceId: string
}

/** Reads a source again that says that its tools are others now; however often it says so, with a pause in between. */
export const makeToolChanges = Effect.fnUntraced(function* (refresh: (by: SourceEditor, name: string) => Effect.Effect<void>) {
  const scope = yield* Effect.scope
  /** Those that are being read, and whether they changed since. */
  const reading = new Map<string, { changedAgain: boolean }>()

  const readWhileItChanges = ({ teamId, name }: ChangedSource, state: { changedAgain: boolean }) =>
    Effect.gen(function* () {
      do {
        state.changedAgain = false
        yield* refresh({ teamId, actor: systemActor, via: "system" }, name)
        yield* Effect.sleep(quietMs)
      } while (state.changedAgain)
    })

  const noticed = (source: ChangedSource) =>
    Effect.suspend(() => {
      const known = reading.get(source.sourceId)
      if (known !== undefined) {
        known.changedAgain = true
        return Effect.void
      }
      const state = { changedAgain: false }
      reading.set(source.sourceId, state)
      const forgotten = Effect.sync(() => void reading.delete(source.sourceId))
      return Effect.asVoid(Effect.forkIn(Effect.ensuring(readWhileItChanges(source, state), forgotten), scope))
    })
  return { noticed }
})
