import { describe, expect, it } from "vitest"
import { backoffMs, doubtMs, initialLive, type LiveInput, nextDoubtAt, offlineMs, statusOf, step } from "./live-state"

const after = (inputs: ReadonlyArray<LiveInput>) => inputs.reduce(step, initialLive(0))

describe("what the live chip may claim", () => {
  it("a page that has not connected yet does not claim to be live", () => {
    expect(statusOf(initialLive(0), 100, false)).toBe("connecting")
  })

  it("is live from the opened connection on", () => {
    expect(statusOf(after([{ type: "opened", at: 10 }]), 20, true)).toBe("live")
  })

  it("a lost connection shows at once, and as offline after 15 s without a word from the server", () => {
    const lost = after([{ type: "opened", at: 0 }, { type: "heard", at: 4000 }, { type: "lost" }])
    expect(statusOf(lost, 4001, true)).toBe("reconnecting")
    expect(statusOf(lost, 4000 + offlineMs - 1, true)).toBe("reconnecting")
    expect(statusOf(lost, 4000 + offlineMs, true)).toBe("offline")
  })

  it("an open socket that has gone silent is doubted, then offline, though nobody closed it", () => {
    const open = after([{ type: "opened", at: 0 }])
    expect(statusOf(open, doubtMs - 1, true)).toBe("live")
    expect(statusOf(open, doubtMs, true)).toBe("reconnecting")
    expect(statusOf(open, offlineMs, true)).toBe("offline")
  })

  it("a ping alone keeps it live", () => {
    expect(
      statusOf(
        after([
          { type: "opened", at: 0 },
          { type: "heard", at: 10_000 }
        ]),
        20_000,
        true
      )
    ).toBe("live")
  })

  it("silence changes what is said twice, and then no timer is needed", () => {
    const open = after([{ type: "opened", at: 1000 }])
    expect(nextDoubtAt(open, 1000)).toBe(1000 + doubtMs)
    expect(nextDoubtAt(open, 1000 + doubtMs)).toBe(1000 + offlineMs)
    expect(nextDoubtAt(open, 1000 + offlineMs)).toBeNull()
  })

  it("a pause shows while the connection stands, and a lost connection outranks it", () => {
    const paused = after([{ type: "opened", at: 0 }, { type: "pause-toggled" }, { type: "held", count: 12 }])
    expect(statusOf(paused, 100, true)).toBe("paused")
    expect(paused.held).toBe(12)
    expect(statusOf(step(paused, { type: "lost" }), 100, true)).toBe("reconnecting")
  })

  it("going on after a pause forgets what was held", () => {
    const resumed = after([{ type: "opened", at: 0 }, { type: "pause-toggled" }, { type: "held", count: 3 }, { type: "pause-toggled" }])
    expect([resumed.paused, resumed.held]).toEqual([false, 0])
  })

  it("a session that has ended is offline at once, until a connection opens again", () => {
    const out = after([
      { type: "opened", at: 0 },
      { type: "ended", how: "signed-out" }
    ])
    expect(statusOf(out, 1, true)).toBe("offline")
    expect(statusOf(step(out, { type: "opened", at: 5 }), 6, true)).toBe("live")
  })
})

describe("attempts to connect again", () => {
  it("wait longer each time, up to 15 s, spread by a quarter", () => {
    expect([0, 1, 2, 10].map((attempt) => backoffMs(attempt, 0.5))).toEqual([500, 1000, 2000, 15_000])
    expect(backoffMs(10, 0)).toBe(11_250)
    expect(backoffMs(10, 1)).toBe(18_750)
  })
})
