import { describe, expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { call, driver, opened } from "../../../../test/fixtures/mcp-source"
import { earlierUpstream } from "../../../../test/fixtures/mcp-upstream"

const upstream = Effect.acquireRelease(
  Effect.promise(() => earlierUpstream("streamable")),
  ({ close }) => Effect.promise(close)
)

describe("a server that asks and asks", () => {
  it.live("is told that people are asked no more than so many things by one call", () =>
    Effect.gen(function* () {
      const { url, state } = yield* upstream
      const { tools } = yield* opened(yield* driver({ mostAsked: 5 }), { url })
      let asked = 0
      const answer = () => Effect.sync(() => ({ action: "accept", content: { name: String(asked++) } }) as const)
      expect(yield* call(tools, "notes.ask_many", { atOnce: 1, rounds: 7 }, { answer })).toBe("asked")
      expect([asked, state.refusals.length]).toEqual([5, 2])
      expect(state.refusals[0]).toContain("10 things at once and 5 in all")
      expect(yield* call(tools, "notes.ask_name", {}, { answer })).toBe("Hello, 5!")
    })
  )

  it.live("and not more than so many at once", () =>
    Effect.gen(function* () {
      const { url, state } = yield* upstream
      const { tools } = yield* opened(yield* driver({ mostAsking: 3 }), { url })
      let asked = 0
      // Nobody answers before the server was told about the rest.
      const toldOf = Effect.repeat(
        Effect.sync(() => state.refusals.length),
        { until: (refused) => refused === 4, schedule: Schedule.spaced("5 millis") }
      )
      const answer = () =>
        Effect.andThen(
          Effect.sync(() => asked++),
          Effect.as(toldOf, { action: "decline" } as const)
        )
      expect(yield* call(tools, "notes.ask_many", { atOnce: 7, rounds: 1 }, { answer })).toBe("asked")
      expect([asked, state.refusals.length]).toEqual([3, 4])
    })
  )
})
