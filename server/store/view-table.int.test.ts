import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type AnyStore, bothStores } from "../../test/fixtures/both-stores"
import { aTeam, otherTeam } from "../../test/fixtures/run-rows"
import type { Actor } from "../domain/principal"
import { AuditTrail } from "../history/audit-trail"
import { ViewTable } from "./view-table"

const person = (id: string): Actor => ({ kind: "user", id, label: id })
const [ada, bob] = [person("ada"), person("bob")]
const own = { teamId: aTeam, actor: ada, isShared: false }
const shared = { teamId: aTeam, actor: ada, isShared: true }
const content = { name: "Failed today", search: "?status=failed&last=24h" }

const suite = (store: AnyStore) =>
  layer(Layer.provideMerge(Layer.merge(ViewTable.layer, AuditTrail.layer), store), { excludeTestServices: true })((it) => {
    it.effect("a personal view is its owner's alone, a shared one the team's, and neither another team's", () =>
      Effect.gen(function* () {
        const views = yield* ViewTable
        const mine = yield* views.add(own, content)
        const ours = yield* views.add(shared, { ...content, name: "Ours" })
        const idsFor = (teamId: typeof aTeam, actor: Actor) => Effect.map(views.list(teamId, actor), (all) => all.map(({ id }) => id).toSorted())
        assert.deepStrictEqual(yield* idsFor(aTeam, ada), [mine.id, ours.id].toSorted())
        assert.deepStrictEqual(yield* idsFor(aTeam, bob), [ours.id])
        assert.deepStrictEqual(yield* idsFor(otherTeam, ada), [])
        const strangers = [
          { ...own, actor: bob },
          { ...own, teamId: otherTeam },
          { ...own, isShared: true }
        ]
        for (const owner of strangers) {
          assert.strictEqual((yield* Effect.flip(views.change(owner, mine.id, { ...content, name: "Taken" })))._tag, "ViewNotFound")
          assert.strictEqual((yield* Effect.flip(views.remove(owner, mine.id)))._tag, "ViewNotFound")
        }
        assert.deepInclude(yield* views.list(aTeam, ada), { id: mine.id, ...content, isShared: false })
        assert.strictEqual((yield* views.change({ ...shared, actor: bob }, ours.id, { ...content, name: "Still ours" })).name, "Still ours")
      })
    )

    it.effect("whatever happens to a shared view is in the audit log, and nothing of a personal one", () =>
      Effect.gen(function* () {
        const views = yield* ViewTable
        const trail = yield* AuditTrail
        const before = (yield* trail.page(aTeam, {})).items.length
        const mine = yield* views.add(own, content)
        yield* views.change(own, mine.id, content)
        yield* views.remove(own, mine.id)
        const ours = yield* views.add(shared, content)
        yield* views.change(shared, ours.id, { ...content, name: "Renamed" })
        yield* views.remove(shared, ours.id)
        yield* Effect.flip(views.remove(shared, ours.id))
        const { items } = yield* trail.page(aTeam, { noun: "view" })
        const told = items.slice(0, items.length - before).filter(({ subject }) => subject === ours.id || subject === mine.id)
        assert.deepStrictEqual(
          told.map(({ action, subject, actor }) => [action, subject, actor.id]),
          ["view.removed", "view.changed", "view.shared"].map((action) => [action, ours.id, "ada"])
        )
      })
    )

    it.effect("the view that a list opens with is each person's own choice", () =>
      Effect.gen(function* () {
        const views = yield* ViewTable
        const ours = yield* views.add(shared, content)
        yield* views.setDefault(aTeam, ada, ours.id)
        assert.strictEqual(yield* views.defaultOf(aTeam, ada), ours.id)
        assert.strictEqual(yield* views.defaultOf(aTeam, bob), null)
        yield* views.setDefault(aTeam, ada, null)
        assert.strictEqual(yield* views.defaultOf(aTeam, ada), null)
      })
    )

    it.effect("there are at most a hundred of a kind, and removing one makes room", () =>
      Effect.gen(function* () {
        const views = yield* ViewTable
        const crowded = { ...own, actor: person("crowded") }
        const made = yield* Effect.forEach(
          Array.from({ length: 100 }, (_, n) => n),
          (n) => views.add(crowded, { ...content, name: `View ${n}` })
        )
        assert.strictEqual((yield* Effect.flip(views.add(crowded, content)))._tag, "TooManyViews")
        assert.lengthOf(
          (yield* views.list(aTeam, crowded.actor)).filter(({ isShared }) => !isShared),
          100
        )
        yield* views.remove(crowded, made[0]?.id ?? "")
        yield* views.add(crowded, content)
      })
    )
  })

for (const { name, store } of bothStores) describe(`saved views on ${name}`, () => suite(store))
