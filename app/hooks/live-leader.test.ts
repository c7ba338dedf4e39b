import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { InteractionId, RunId } from "@/server/domain/ids"
import type { LiveMessage } from "@/server/trpc/router"
import { aRunSummary } from "@/test/fixtures/run-views"
import type { StreamEvents } from "./live-connection"
import { LiveLeader, type Relay } from "./live-leader"

const runIdOf = (n: number): RunId => RunId.make(`run_00000000-0000-7000-8000-${String(n).padStart(12, "0")}`)
const one = runIdOf(1)
const two = runIdOf(2)
const changed = (run = one): LiveMessage => ({ type: "run", run: aRunSummary({ id: run }), pendingCount: 0 })

/** A leader over a stream that the test plays, and what each tab hears of it. */
const setUp = () => {
  const opened: Array<{ readonly from: string | undefined; readonly runs: ReadonlyArray<string> }> = []
  const said: Array<Relay> = []
  const looked: Array<ReadonlyArray<string>> = []
  let events: StreamEvents | undefined
  const leader = new LiveLeader(
    (given) => {
      events = given
      return { open: (from, runs) => opened.push({ from, runs }), look: (at) => looked.push(at), retry: () => {}, close: () => {} }
    },
    (relay) => said.push(relay)
  )
  const play = (): StreamEvents => events ?? expect.fail("no stream")
  const heardBy = (tab: string): ReadonlyArray<string> =>
    said.flatMap((relay) => {
      if ("to" in relay && relay.to !== undefined && !relay.to.includes(tab)) return []
      if (relay.type === "items") return relay.items.map(({ id, message }) => (message.type === "refetch" ? `refetch ${id}` : id))
      return relay.type === "caught-up" ? [`caught up ${relay.id}`] : []
    })
  const settle = () => vi.advanceTimersByTime(100)
  return { leader, opened, looked, said, play, heardBy, settle }
}

describe("the tab that holds the browser's stream", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 100_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("ten tabs that say at once what they want cost one subscription, from the oldest point of all", () => {
    const { leader, opened, settle } = setUp()
    for (let tab = 0; tab < 10; tab++) leader.want(String(tab), { from: String(100 - tab), runs: tab === 3 ? [one] : [] })
    settle()
    expect(opened).toEqual([{ from: "91", runs: [one] }])
  })

  it("everybody hears what happens, and that they have caught up", () => {
    const { leader, play, heardBy, settle } = setUp()
    leader.want("a", { from: "10", runs: [] })
    leader.want("b", { from: "10", runs: [] })
    settle()
    play().onMessage("11", changed())
    play().onCaughtUp("11")
    play().onMessage("12", changed())
    expect(heardBy("a")).toEqual(["11", "caught up 11", "12"])
    expect(heardBy("b")).toEqual(["11", "caught up 11", "12"])
  })

  it("a tab that comes later gets what it missed from what was heard, and nobody else hears it again", () => {
    const { leader, opened, play, heardBy, settle } = setUp()
    leader.want("a", { from: "10", runs: [] })
    settle()
    play().onCaughtUp("10")
    for (const id of ["11", "12", "13"]) play().onMessage(id, changed())
    leader.want("b", { from: "11", runs: [] })
    settle()
    expect(opened).toHaveLength(1)
    expect(heardBy("b").slice(-3)).toEqual(["12", "13", "caught up 13"])
    expect(heardBy("a")).toEqual(["caught up 10", "11", "12", "13"])
  })

  it("a run that is opened is followed by one new subscription from that tab's point, and what is repeated is for that tab alone", () => {
    const { leader, opened, play, heardBy, settle } = setUp()
    leader.want("a", { from: "10", runs: [] })
    settle()
    play().onCaughtUp("10")
    play().onMessage("20", changed())
    leader.want("b", { from: "15", runs: [one] })
    settle()
    expect(opened.at(-1)).toEqual({ from: "15", runs: [one] })
    play().onMessage("18", changed())
    play().onMessage("20", changed())
    play().onMessage("21", changed())
    play().onCaughtUp("21")
    expect(heardBy("a")).toEqual(["caught up 10", "20", "21"])
    expect(heardBy("b").slice(-4)).toEqual(["18", "20", "21", "caught up 21"])
  })

  it("a subscription that is replaced before it said a word loses nobody anything: the next one begins where it was to begin", () => {
    const { leader, opened, play, heardBy, settle } = setUp()
    leader.want("a", { from: "10", runs: [] })
    settle()
    leader.want("b", { from: "20", runs: [one] })
    settle()
    expect(opened).toEqual([
      { from: "10", runs: [] },
      { from: "10", runs: [one] }
    ])
    for (const id of ["15", "25"]) play().onMessage(id, changed())
    play().onCaughtUp("25")
    expect(heardBy("a").slice(-3)).toEqual(["15", "25", "caught up 25"])
  })

  it("a tab that opens the same run while the stream repeats for another tab hears what is repeated as well", () => {
    const { leader, opened, play, heardBy, settle } = setUp()
    leader.want("a", { from: "10", runs: [] })
    settle()
    play().onCaughtUp("10")
    play().onMessage("20", changed())
    leader.want("b", { from: "15", runs: [one] })
    settle()
    leader.want("c", { from: "16", runs: [one] })
    settle()
    expect(opened).toHaveLength(2)
    for (const id of ["18", "20"]) play().onMessage(id, changed())
    play().onCaughtUp("20")
    expect(heardBy("c").slice(-4)).toEqual(["20", "18", "20", "caught up 20"])
    expect(heardBy("a")).toEqual(["caught up 10", "20"])
  })

  it("data that was replaced by older data, where the ids begin again, is read again by everybody and followed from there", () => {
    const { leader, opened, play, heardBy, settle } = setUp()
    leader.want("a", { from: "90", runs: [] })
    settle()
    play().onCaughtUp("90")
    play().onMessage("100", changed())
    play().onLost()
    play().onMessage("40", { type: "refetch" })
    play().onCaughtUp("40")
    play().onMessage("41", changed())
    expect(heardBy("a").slice(-3)).toEqual(["100", "refetch 40", "41"])
    leader.want("b", { from: "41", runs: [one] })
    settle()
    expect(opened.at(-1)).toEqual({ from: "41", runs: [one] })
  })

  it("a run that another tab follows already costs nothing, unless this tab knows less of it", () => {
    const { leader, opened, play, settle } = setUp()
    leader.want("a", { from: "10", runs: [one] })
    settle()
    play().onCaughtUp("10")
    play().onMessage("20", changed())
    leader.want("b", { from: "20", runs: [one] })
    settle()
    expect(opened).toHaveLength(1)
    leader.want("c", { from: "5", runs: [one] })
    settle()
    expect(opened.at(-1)).toEqual({ from: "5", runs: [one] })
  })

  it("what is on the screens of all tabs is said of the one stream, without what a closed tab showed", () => {
    const { leader, looked } = setUp()
    const [first, second] = [InteractionId.make("int_00000000-0000-7000-8000-000000000001"), InteractionId.make("int_00000000-0000-7000-8000-000000000002")]
    leader.look("a", [second])
    leader.look("b", [first, second])
    leader.leave("b")
    leader.leave("c")
    leader.look("a", [])
    expect(looked).toEqual([[second], [first, second], [second], []])
  })

  it("a tab that comes later is told who looks at what; nobody does once the line is lost", () => {
    const { leader, play, said, settle } = setUp()
    const looking = [{ interactionId: InteractionId.make("int_00000000-0000-7000-8000-000000000001"), people: [{ id: "tom", label: "Tom" }] }]
    leader.want("a", { from: "10", runs: [] })
    settle()
    play().onOpened()
    play().onPresence(looking)
    leader.want("b", { from: "10", runs: [] })
    play().onLost()
    leader.want("c", { from: "10", runs: [] })
    expect(said.filter(({ type }) => type === "presence")).toEqual([
      { type: "presence", looking },
      { type: "presence", looking, to: ["b"] }
    ])
  })

  it("a run nobody looks at any more costs no subscription, and is left out of the next one", () => {
    const { leader, opened, play, settle } = setUp()
    leader.want("a", { from: "10", runs: [one] })
    settle()
    play().onCaughtUp("10")
    leader.want("a", { from: "10", runs: [] })
    settle()
    expect(opened).toHaveLength(1)
    leader.want("b", { from: "10", runs: [two] })
    settle()
    expect(opened.at(-1)).toEqual({ from: "10", runs: [two] })
  })

  it("a tab that closed is not asked for any more", () => {
    const { leader, opened, play, settle } = setUp()
    leader.want("a", { from: "10", runs: [one] })
    leader.want("b", { from: "10", runs: [two] })
    settle()
    play().onCaughtUp("10")
    leader.leave("a")
    leader.want("b", { from: "10", runs: [runIdOf(3)] })
    settle()
    expect(opened.at(-1)?.runs).toEqual([runIdOf(3)])
  })

  it("after a gap everybody reads again, and a later tab is brought up to date from there", () => {
    const { leader, opened, play, heardBy, settle } = setUp()
    leader.want("a", { from: "10", runs: [] })
    settle()
    play().onMessage("90", { type: "refetch" })
    play().onCaughtUp("90")
    play().onMessage("91", changed())
    leader.want("b", { from: "90", runs: [] })
    settle()
    expect(opened).toHaveLength(1)
    expect(heardBy("a")).toEqual(["refetch 90", "caught up 90", "91"])
    expect(heardBy("b").slice(-2)).toEqual(["91", "caught up 91"])
  })

  it("a tab that wishes for more while the stream repeats for it has caught up only after the second time", () => {
    const { leader, play, heardBy, settle } = setUp()
    leader.want("a", { from: "10", runs: [one] })
    settle()
    leader.want("a", { from: "5", runs: [one, two] })
    play().onCaughtUp("10")
    expect(heardBy("a")).toEqual([])
    settle()
    play().onMessage("6", changed(two))
    play().onCaughtUp("10")
    expect(heardBy("a")).toEqual(["6", "caught up 10"])
  })

  it("more runs than one subscription takes: the newest are followed, the others are read again when they change", () => {
    const { leader, opened, play, heardBy, settle } = setUp()
    for (let n = 1; n <= 101; n++) leader.want(String(n), { from: "10", runs: [runIdOf(n)] })
    settle()
    expect(opened.at(-1)?.runs).toHaveLength(100)
    expect(opened.at(-1)?.runs).not.toContain(runIdOf(1))
    play().onMessage("11", changed(runIdOf(1)))
    play().onMessage("12", changed(runIdOf(2)))
    expect(heardBy("1")).toEqual(["11", "refetch 11", "12"])
  })

  it("a tab that comes later is told how the stream is, and when the server was heard", () => {
    const { leader, play, said, settle } = setUp()
    leader.want("a", { from: "10", runs: [] })
    settle()
    play().onOpened()
    vi.advanceTimersByTime(7000)
    leader.want("b", { from: "10", runs: [] })
    expect(said).toContainEqual({ type: "opened", silentMs: 7000, to: ["b"] })
    play().onLost()
    leader.want("c", { from: "10", runs: [] })
    expect(said).toContainEqual({ type: "lost", to: ["c"] })
    play().onEnded("signed-out")
    leader.want("d", { from: "10", runs: [] })
    expect(said).toContainEqual({ type: "ended", how: "signed-out", to: ["d"] })
  })
})
