import { Context, Effect, Layer, type Scope, Stream, SubscriptionRef } from "effect"
import type { InteractionId, TeamId } from "../domain/ids"
import type { Looker, Looking } from "./message"

/** Somebody's open stream: a browser, however many tabs share it. */
export interface OpenStream {
  readonly teamId: TeamId
  readonly person: Looker
  /** Chosen by the browser; means nothing without the person. */
  readonly stream: string
}

interface Entry extends OpenStream {
  /** Of one entering: a stream that was lost ends later than the one that took its place began. */
  readonly key: symbol
  readonly at: ReadonlyArray<InteractionId>
}

/**
 * Who looks at which question now, in this process alone and never stored: it is worth something while it is true.
 *
 * I1 It ends with the stream: whoever closes the browser, signs out or loses the line looks at nothing.
 * I2 A person is only ever told of others, and of those of the own team.
 */
export class Presence extends Context.Service<
  Presence,
  {
    /** What the stream's browser looks at, until the scope closes. */
    enter(open: OpenStream, at: ReadonlyArray<InteractionId>): Effect.Effect<void, never, Scope.Scope>
    /** It looks at something else by now; nothing when no such stream of this person is open. */
    look(open: OpenStream, at: ReadonlyArray<InteractionId>): Effect.Effect<void>
    /** Who else of the team looks at what: now, then whenever that changes. */
    others(teamId: TeamId, personId: string): Stream.Stream<ReadonlyArray<Looking>>
  }
>()("signalbox/live/Presence") {
  static readonly layer: Layer.Layer<Presence> = Layer.effect(
    Presence,
    Effect.gen(function* () {
      const entries = yield* SubscriptionRef.make<ReadonlyArray<Entry>>([])
      return {
        enter: (open, at) =>
          Effect.suspend(() => {
            const key = Symbol(open.stream)
            return Effect.acquireRelease(
              SubscriptionRef.update(entries, (all) => [...all.filter((entry) => !isSame(entry, open)), { ...open, at, key }]),
              () => SubscriptionRef.update(entries, (all) => all.filter((entry) => entry.key !== key))
            )
          }),
        look: (open, at) => SubscriptionRef.update(entries, (all) => all.map((entry) => (isSame(entry, open) ? { ...entry, at } : entry))),
        others: (teamId, personId) =>
          SubscriptionRef.changes(entries).pipe(
            Stream.map((all) => lookingOf(all.filter((entry) => entry.teamId === teamId && entry.person.id !== personId))),
            Stream.changesWith((a, b) => JSON.stringify(a) === JSON.stringify(b))
          )
      }
    })
  )
}

const isSame = (a: OpenStream, b: OpenStream): boolean => a.teamId === b.teamId && a.person.id === b.person.id && a.stream === b.stream

/** By question; each person once, whoever came first in front. */
const lookingOf = (entries: ReadonlyArray<Entry>): ReadonlyArray<Looking> => {
  const found = new Map<InteractionId, Map<string, Looker>>()
  for (const { person, at } of entries) {
    for (const id of at) {
      const people = found.get(id) ?? new Map<string, Looker>()
      if (!people.has(person.id)) people.set(person.id, person)
      found.set(id, people)
    }
  }
  return [...found].map(([interactionId, people]) => ({ interactionId, people: [...people.values()] }))
}
