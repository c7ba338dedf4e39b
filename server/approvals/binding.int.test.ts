import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { ann, answer, asked, audit, type Bank, bob, outcome, pay, refused, replacement, rule, stored, teamId, world } from "../../test/fixtures/bank-world"
import { ExecutionEngine } from "../engine/execution-engine"
import { Database } from "../store/database"

describe("an approval binds", () => {
  it.live("who submitted the run does not count any more once the rule forbids it, also when it was asked before", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          const first = yield* asked(pay, ann)
          bank.rules = [rule("require_approval", { selfApproval: false })]
          yield* answer(ann, first)
          const second = yield* replacement(first)
          expect(second).toMatchObject({ replaces: first.id, status: "pending" })
          expect(yield* stored(first)).toMatchObject({ status: "failed", comment: expect.stringContaining("does not let who submitted the run approve it") })
          expect(bank.calls).toEqual([])
          expect(yield* refused(ann, second)).toMatchObject({ _tag: "SelfApprovalForbidden" })
          yield* answer(bob, second)
          expect(yield* outcome(second)).toMatchObject({ _tag: "Over", status: "completed" })
          expect(bank.calls).toHaveLength(1)
        }),
      [rule("require_approval", { selfApproval: true })]
    )
  )

  it.live.each<[string, (bank: Bank) => void, string]>([
    [
      "the tool's path",
      (bank) => {
        bank.tool = { path: "bank.payout" }
      },
      "the tool is bank.payout now"
    ],
    [
      "its connection",
      (bank) => {
        bank.tool = { connection: "Another bank" }
      },
      "the connection is Another bank now"
    ],
    [
      "which connection that is, under the same words",
      (bank) => {
        bank.tool = { connectionId: "src_2" }
      },
      "removed and added again"
    ],
    [
      "its schema",
      (bank) => {
        bank.tool = { schemaHash: "v2" }
      },
      "has another schema now"
    ],
    [
      "the rule that asked",
      (bank) => {
        bank.rules = [rule("require_approval", { id: "rule_2" })]
      },
      "another rule asks now"
    ],
    [
      "that there was no other rule",
      (bank) => {
        bank.rules = []
      },
      "another rule asks now"
    ],
    [
      "how many people the rule asks for",
      (bank) => {
        bank.rules = [rule("require_approval", { fourEyes: true })]
      },
      "asks for more people"
    ]
  ])("%s: changed between approval and execution, the call is not made and the question is asked anew", ([, change, reason]) =>
    world(
      (bank) =>
        Effect.gen(function* () {
          const first = yield* asked(pay, bob)
          change(bank)
          expect(yield* answer(ann, first)).toMatchObject({ status: "accepted" })
          const second = yield* replacement(first)
          expect(second).toMatchObject({ replaces: first.id, status: "pending", toolCallId: first.toolCallId, args: first.args })
          expect(yield* stored(first)).toMatchObject({
            status: "failed",
            resolvedVia: "system",
            comment: expect.stringContaining(reason),
            executedArgs: null,
            votes: [{ by: ann }]
          })
          expect(bank.calls).toEqual([])
          expect((yield* audit).map(({ action, subject }) => [action, subject])).toEqual([
            ["interaction.accepted", first.id],
            ["interaction.failed", first.id]
          ])
          // What is asked now can be approved, and goes out once.
          yield* answer(ann, second)
          if (second.votesNeeded > 1) yield* answer({ ...ann, id: "eve" }, second)
          expect(yield* outcome(second)).toMatchObject({ _tag: "Over", status: "completed" })
          expect(bank.calls).toHaveLength(1)
        }),
      [rule("require_approval")]
    )
  )

  it.live.each<[string, { readonly exactArgs?: string; readonly bindingHash?: string }]>([
    ["the arguments", {}],
    ["the hash", { bindingHash: "0" }]
  ])("%s as stored: tampered with, nothing goes out", ([name, change]) =>
    world((bank) =>
      Effect.gen(function* () {
        const first = yield* asked()
        const other = yield* asked(pay.replace("5", "5000"))
        const { client } = yield* Database
        // Sealed bytes of another question do not open here: each is sealed for its own.
        const bytes = yield* Effect.promise(() => client.interaction.findUniqueOrThrow({ where: { id: other.id }, select: { exactArgs: true } }))
        const data = name === "the arguments" ? bytes : change
        yield* Effect.promise(() => client.interaction.update({ where: { id: first.id }, data }))
        yield* answer(ann, first)
        const next = name === "the arguments" ? yield* outcome(first) : yield* replacement(first)
        expect(yield* stored(first)).toMatchObject({ status: "failed" })
        expect(next).toMatchObject(name === "the arguments" ? { status: "completed", result: ["internal_error", null] } : { replaces: first.id })
        expect(bank.calls).toEqual([])
      })
    )
  )

  it.live("that the tool is there and nothing blocks it: else the call fails, and nobody is asked again", () =>
    world((bank) =>
      Effect.gen(function* () {
        const gone = yield* asked()
        bank.isGone = true
        yield* answer(ann, gone)
        expect(yield* outcome(gone)).toMatchObject({ status: "completed", result: ["tool_not_found", null] })
        bank.isGone = false
        const blocked = yield* asked()
        bank.rules = [rule("block")]
        yield* answer(ann, blocked)
        expect(yield* outcome(blocked)).toMatchObject({ status: "completed", result: ["tool_blocked", null] })
        expect((yield* stored(blocked))?.status).toBe("failed")
        expect(bank.calls).toEqual([])
      })
    )
  )

  it.live("the terms: what has changed is asked about as strictly as it was, and for as long, also where a rule has come to allow the call", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          const interaction = yield* asked(pay, { kind: "agent", id: "token", label: "Agent" })
          expect(interaction).toMatchObject({ votesNeeded: 2, selfApproval: false })
          yield* answer(ann, interaction)
          bank.rules = [rule("allow")]
          bank.tool = { schemaHash: "v2" }
          yield* answer(bob, interaction)
          const again = yield* replacement(interaction)
          expect(again).toMatchObject({ votesNeeded: 2, selfApproval: false, rule: null })
          expect(Math.round(((again.expiresAt ?? 0) - again.createdAt) / 60_000)).toBe(60)
          expect(bank.calls).toEqual([])
        }),
      [rule("require_approval", { fourEyes: true, interactionExpiresAfterMs: 3_600_000 })]
    )
  )

  it.live("the tool up to the last moment: the call says which one was approved, or let through by a rule", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          const approved = yield* asked(pay, ann)
          yield* answer(bob, approved)
          yield* outcome(approved)
          bank.rules = [rule("allow")]
          yield* ExecutionEngine.use((engine) => engine.executeWithPause({ code: pay, teamId, actor: ann, trigger: "api" }))
          const as = { path: "bank.pay", connection: "Bank", connectionId: "src_1", schemaHash: "v1" }
          expect(bank.calls.map((sent) => sent.as)).toEqual([as, as])
        }),
      [rule("require_approval")]
    )
  )

  it.live("nothing that a rule has come to allow: the approved call goes out", () =>
    world((bank) =>
      Effect.gen(function* () {
        const interaction = yield* asked()
        bank.rules = [rule("allow")]
        yield* answer(ann, interaction)
        expect(yield* outcome(interaction)).toMatchObject({ status: "completed", result: { paid: { amount: 5 } } })
        expect(yield* stored(interaction)).toMatchObject({ status: "accepted", executedArgs: { amount: 5, card: { token: "[redacted]" } } })
      })
    )
  )
})
