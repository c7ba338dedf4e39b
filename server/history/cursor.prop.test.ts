import { Effect } from "effect"
import { expect, test } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { decidedCursor, type MalformedCursor, pendingCursor, runCursor } from "./cursor"

const refusal = (decoded: Effect.Effect<unknown, MalformedCursor>): string =>
  Effect.runSync(Effect.match(decoded, { onSuccess: () => "decoded", onFailure: ({ _tag }) => _tag }))
const decoders: ReadonlyArray<(cursor: string) => Effect.Effect<unknown, MalformedCursor>> = [runCursor.decode, pendingCursor.decode, decidedCursor.decode]

const moment = fc.integer({ min: 0, max: 8_640_000_000_000_000 })
const id = fc.string({ unit: "grapheme" })

test("a cursor gives back the place it was made of, and is safe in an address", () => {
  fc.assert(
    fc.property(fc.constantFrom("older", "newer"), moment, id, (towards, startedAt, runId) => {
      const cursor = runCursor.encode([towards, startedAt, runId])
      expect(cursor).toBe(encodeURIComponent(cursor))
      expect(Effect.runSync(runCursor.decode(cursor))).toEqual([towards, startedAt, runId])
    })
  )
  fc.assert(
    fc.property(fc.option(moment), moment, id, (expiresAt, createdAt, interactionId) => {
      const cursor = pendingCursor.encode(["pending", expiresAt, createdAt, interactionId])
      expect(Effect.runSync(pendingCursor.decode(cursor))).toEqual(["pending", expiresAt, createdAt, interactionId])
    })
  )
})

test("text that no list handed out is refused as such, whatever it is", () => {
  const encoded = fc.json().map((text) => Buffer.from(text).toString("base64url"))
  fc.assert(
    fc.property(fc.oneof(fc.string(), encoded, fc.base64String()), (text) => {
      for (const decode of decoders) expect(refusal(decode(text))).toBe("MalformedCursor")
    })
  )
})

test("a cursor of one list is none of another", () => {
  const pending = pendingCursor.encode(["pending", null, 1, "int_1"])
  expect(decoders.map((decode) => refusal(decode(pending)))).toEqual(["MalformedCursor", "decoded", "MalformedCursor"])
})
