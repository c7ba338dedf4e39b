import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { TeamId } from "@/server/domain/ids"
import { LiveConnection } from "./live-connection"

/** The browser's end of a stream that the test answers, or does not. */
class PlayedSource extends EventTarget {
  static readonly CLOSED = 2
  static asked: Array<PlayedSource> = []
  readonly CLOSED = 2
  readyState = 0
  constructor(readonly url: string) {
    super()
    PlayedSource.asked.push(this)
  }
  close(): void {
    this.readyState = 2
  }
  answer(): void {
    this.readyState = 1
    this.dispatchEvent(new MessageEvent("connected", { data: "{}" }))
  }
}

const setUp = () => {
  const said: Array<string> = []
  const connection = new LiveConnection(
    {
      onOpened: () => said.push("opened"),
      onHeard: () => {},
      onLost: () => said.push("lost"),
      onMessage: () => {},
      onCaughtUp: () => {},
      onPresence: () => {},
      onEnded: () => said.push("ended")
    },
    {
      viewer: { userId: "ada", teamId: TeamId.make("team_00000000-0000-7000-8000-000000000001") },
      checkSession: async () => "ok",
      look: async () => null
    }
  )
  return { connection, said }
}

describe("the browser's stream", () => {
  beforeEach(() => {
    vi.useFakeTimers()
    PlayedSource.asked = []
    vi.stubGlobal("EventSource", PlayedSource)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it("is asked for again when nobody answers, and then left alone once somebody has", async () => {
    const { connection, said } = setUp()
    connection.open("10", [])
    await vi.advanceTimersByTimeAsync(29_000)
    expect(PlayedSource.asked.map(({ readyState }) => readyState)).toEqual([0])
    await vi.advanceTimersByTimeAsync(3000)
    expect(PlayedSource.asked.map(({ readyState }) => readyState)).toEqual([2, 0])
    expect(said).toEqual(["lost"])
    PlayedSource.asked[1]?.answer()
    await vi.advanceTimersByTimeAsync(300_000)
    expect(said).toEqual(["lost", "opened"])
    expect(PlayedSource.asked).toHaveLength(2)
    connection.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it("leaves no timer behind when it is closed before an answer", async () => {
    const { connection } = setUp()
    connection.open("10", [])
    await vi.advanceTimersByTimeAsync(10)
    connection.close()
    expect(vi.getTimerCount()).toBe(0)
    expect(PlayedSource.asked.map(({ readyState }) => readyState)).toEqual([2])
  })
})
