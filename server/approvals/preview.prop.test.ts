import { expect, test } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { TeamId } from "../domain/ids"
import { redact } from "../domain/redact"
import type { GatedCall } from "../engine/call-gate"
import { verdictOf } from "./gate"
import { trialOf, wouldPass } from "./preview"

const paths = ["a.b", "a.c", "a.b.c", "d.delete_all"]
const patterns = ["**.*", "a.*", "a.b", "a.*.*", "**.delete_*", "d.*", "a.c", "a..b"]
const value = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom("x", "y", "sk_live_1234567890abcdefghijklmn"), fc.boolean())
const args = fc.record({ n: value, token: fc.constantFrom("hunter2-secret", "another-secret"), text: value }, { requiredKeys: [] })
const condition = fc.oneof(
  fc.record({ pointer: fc.constantFrom("/n", "/text", "/token"), equals: fc.oneof(value, fc.constantFrom("hunter2-secret", "[redacted]")) }),
  fc.record({ pointer: fc.constant(""), only: fc.subarray(["n", "token", "text"]) }),
  fc.record({ pointer: fc.constant("/n"), atMost: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ pointer: fc.constantFrom("/text", "/token"), glob: fc.constantFrom("*", "h*", "x", "sk_*") })
)
const when = fc.record(
  { args: fc.array(condition, { minLength: 1, maxLength: 2 }), trigger: fc.constant(["mcp"]), actor: fc.constant({ kind: ["agent"] }) },
  { requiredKeys: [] }
)
const rule = fc.record(
  {
    id: fc.constantFrom("r1", "r2", "r3", "r4"),
    pattern: fc.constantFrom(...patterns),
    effect: fc.constantFrom("allow", "require_approval", "block"),
    position: fc.integer({ min: 0, max: 3 }),
    when,
    endsAt: fc.constantFrom(500, 1500)
  },
  { requiredKeys: ["id", "pattern", "effect", "position"] }
)
const call = fc.record({
  path: fc.constantFrom(...paths),
  effect: fc.constantFrom("read", "write"),
  args,
  kind: fc.constantFrom("user", "agent"),
  trigger: fc.constantFrom("mcp", "api")
})
const now = 1000

test("adding an allow rule lets nothing through that its preview did not show", () => {
  let passing = 0
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 4 }), rule, call, (rules, candidate, { path, effect, args: real, kind, trigger }) => {
      const stored = JSON.parse(JSON.stringify(rules))
      const added = JSON.parse(JSON.stringify({ ...candidate, id: "new", effect: "allow" }))
      const gated = (given: GatedCall["args"]) =>
        ({
          teamId: TeamId.make("team"),
          actor: { kind, id: "a", label: "A" },
          trigger,
          args: given,
          call: { path, source: "a", connection: null, description: "", effect, repeatable: false, schemaHash: "h" }
        }) as GatedCall
      const letThrough = verdictOf([...stored, added], gated(real), now)._tag === "Allow" && verdictOf(stored, gated(real), now)._tag !== "Allow"
      if (letThrough) passing++
      // The record, on which the preview is made, holds the redacted arguments.
      if (letThrough) expect(wouldPass(trialOf(stored, added), gated(redact(real)), now)).toBe(true)
    }),
    { numRuns: 20_000 }
  )
  expect(passing).toBeGreaterThan(100)
})

test("what was let through before is not shown", () => {
  const gated = (effect: "read" | "write", path = "a.b"): GatedCall => ({
    teamId: TeamId.make("team"),
    actor: { kind: "user", id: "a", label: "A" },
    trigger: "api",
    args: {},
    call: { path, source: "a", connection: null, description: "", effect, repeatable: false, schemaHash: "h" }
  })
  const allow = { id: "new", pattern: "a.b", effect: "allow", position: 0 } as const
  expect(wouldPass(trialOf([], allow), gated("read"), now)).toBe(false)
  expect(wouldPass(trialOf([], allow), gated("write"), now)).toBe(true)
  expect(wouldPass(trialOf([], allow), gated("write", "a.c"), now)).toBe(false)
  expect(wouldPass(trialOf([{ id: "r", pattern: "a.*", effect: "block", position: 0 }], allow), gated("write"), now)).toBe(false)
})
