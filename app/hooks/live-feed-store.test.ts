import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { InteractionId, RunId } from "@/server/domain/ids"
import type { LiveMessage } from "@/server/trpc/router"
import { playedFeed as setUp } from "@/test/fixtures/played-feed"
import { aRunSummary } from "@/test/fixtures/run-views"

const runId = RunId.make("run_00000000-0000-7000-8000-000000000001")

const run = aRunSummary({ id: runId, title: "a run" })
const changed = (version: number, pendingCount = 0): LiveMessage => ({ type: "run", run: { ...run, version }, pendingCount })

describe("the tab's live feed", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 100_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("starts from the oldest data on the page, so that nothing between two reads is lost", () => {
    const { store, opened, seen } = setUp("10")
    seen({ asOf: "8" })
    seen({ asOf: "12" })
    store.start()
    expect(opened).toEqual([{ from: "8", runs: [] }])
  })

  it("who signs out hears nothing any more; a page that stays says that it is offline, and is live again when asked", () => {
    const { store, opened, closed, play } = setUp()
    store.start()
    play().onOpened()
    store.leave()
    expect(closed).toHaveLength(1)
    vi.advanceTimersByTime(14_000)
    expect(opened).toHaveLength(1)
    vi.advanceTimersByTime(2_000)
    expect(store.read().status).toBe("offline")
    store.retry()
    play().onOpened()
    expect(opened).toHaveLength(2)
    expect(store.read().status).toBe("live")
  })

  it("a burst reaches a component as one batch", () => {
    const { store, seen, play } = setUp()
    const list = seen({ asOf: "10" })
    store.start()
    play().onOpened()
    play().onMessage("11", changed(1))
    play().onMessage("12", changed(2))
    expect(list.messages).toEqual([])
    vi.advanceTimersByTime(100)
    expect(list.versions()).toEqual([1, 2])
  })

  it("a component that appears later is brought up to date from what was heard meanwhile", async () => {
    const { store, seen, play } = setUp("10")
    store.start()
    play().onMessage("11", changed(1))
    play().onMessage("13", changed(2))
    vi.advanceTimersByTime(100)
    const late = seen({ asOf: "11" })
    await Promise.resolve()
    expect(late.versions()).toEqual([2])
  })

  it("data older than anything heard is read again", async () => {
    const { store, seen, play } = setUp("10")
    store.start()
    play().onMessage("11", changed(1))
    const late = seen({ asOf: "4" })
    await Promise.resolve()
    expect(late.versions()).toEqual(["refetch"])
  })

  it("after a gap told by the server everybody reads again", () => {
    const { store, seen, play } = setUp()
    const list = seen({ asOf: "10" })
    store.start()
    play().onMessage("11", changed(1))
    play().onMessage("90", { type: "refetch" })
    vi.advanceTimersByTime(100)
    expect(list.versions()).toEqual(["refetch"])
  })

  it("a run that is opened is followed from the point of its own data, by one new subscription", () => {
    const { store, opened, seen, play } = setUp("10")
    store.start()
    play().onCaughtUp("10")
    play().onMessage("20", changed(1))
    const detail = seen({ asOf: "15", runs: [runId] })
    vi.advanceTimersByTime(1)
    expect(opened.at(-1)).toEqual({ from: "15", runs: [runId] })
    play().onMessage("16", changed(1))
    play().onCaughtUp("20")
    detail.leave()
    vi.advanceTimersByTime(1)
    expect(opened.at(-1)).toEqual({ from: "20", runs: [] })
  })

  it("an old interest does not drag a new subscription back to where it began", () => {
    const other = RunId.make("run_00000000-0000-7000-8000-000000000002")
    const { store, opened, seen, play } = setUp("10")
    seen({ asOf: "10", runs: [runId] })
    store.start()
    play().onCaughtUp("10")
    play().onMessage("500", changed(1))
    seen({ asOf: "490", runs: [other] })
    vi.advanceTimersByTime(1)
    expect(opened.at(-1)).toEqual({ from: "490", runs: [runId, other] })
  })

  it("a pause holds changes back and counts them, while the pending count stays true", () => {
    const { store, seen, play } = setUp()
    const list = seen({ asOf: "10" })
    store.start()
    play().onOpened()
    store.togglePause()
    play().onMessage("11", changed(1, 3))
    play().onMessage("12", changed(2, 4))
    vi.advanceTimersByTime(1000)
    expect(list.messages).toEqual([])
    expect(store.read()).toMatchObject({ status: "paused", held: 2, pendingCount: 4 })
    store.togglePause()
    expect(list.versions()).toEqual([1, 2])
    expect(store.read().held).toBe(0)
  })

  it("a pause longer than what can be kept ends in reading again, not in half the changes", () => {
    const { store, seen, play } = setUp()
    const list = seen({ asOf: "10" })
    store.start()
    store.togglePause()
    for (let id = 11; id < 1200; id++) play().onMessage(String(id), changed(id))
    store.togglePause()
    expect(list.versions()).toEqual(["refetch"])
  })

  it("silence alone turns it to reconnecting and offline, and a word from the server back", () => {
    const { store, play } = setUp()
    store.start()
    play().onOpened()
    expect(store.read().status).toBe("live")
    vi.advanceTimersByTime(11_000)
    expect(store.read().status).toBe("reconnecting")
    vi.advanceTimersByTime(4_000)
    expect(store.read().status).toBe("offline")
    play().onHeard()
    expect(store.read().status).toBe("live")
  })

  it.each([-600_000, 600_000])("a browser's clock that is wrong by %i ms, and set back meanwhile, neither hides silence nor moves the last update", (skew) => {
    vi.setSystemTime(10_000_000 + skew)
    const { store, play } = setUp("10", 10_000_000)
    store.start()
    play().onOpened()
    vi.advanceTimersByTime(3000)
    vi.setSystemTime(0)
    play().onHeard()
    vi.advanceTimersByTime(11_000)
    expect(store.read()).toMatchObject({ status: "reconnecting", heardAt: 10_003_000 })
    vi.advanceTimersByTime(4000)
    expect(store.read().status).toBe("offline")
  })

  it("a subscription that changes hands before it has caught up begins again where it did", () => {
    const { store, opened, seen, play } = setUp("10")
    store.start()
    play().onCaughtUp("10")
    play().onMessage("500", changed(1))
    seen({ asOf: "400", runs: [runId] })
    vi.advanceTimersByTime(1)
    play().onMessage("401", changed(1))
    play().onResume()
    expect(opened.at(-1)).toEqual({ from: "400", runs: [runId] })
    play().onCaughtUp("500")
    play().onResume()
    expect(opened.at(-1)).toEqual({ from: "500", runs: [runId] })
  })

  it("a hidden tab applies nothing, counts what waits for a person, and shows everything when somebody looks", () => {
    const { store, seen, play } = setUp()
    const list = seen({ asOf: "10" })
    store.start()
    play().onOpened()
    store.setHidden(true)
    play().onMessage("11", changed(1, 3))
    play().onMessage("12", changed(2, 4))
    vi.advanceTimersByTime(1000)
    expect(list.messages).toEqual([])
    expect(store.read()).toMatchObject({ status: "live", held: 0, pendingCount: 4 })
    store.setHidden(false)
    expect(list.versions()).toEqual([1, 2])
  })

  it("says which questions are on the screen: each once however often it is drawn, none of a hidden tab, nothing twice", () => {
    const { store, looked } = setUp()
    const [one, two] = [1, 2].map((n) => InteractionId.make(`int_00000000-0000-7000-8000-00000000000${n}`))
    if (one === undefined || two === undefined) return
    store.start()
    const leaveOne = store.look(one)
    const leaveCopy = store.look(one)
    vi.advanceTimersByTime(10)
    // From one question to the next is one change.
    leaveOne()
    leaveCopy()
    store.look(two)
    vi.advanceTimersByTime(10)
    store.setHidden(true)
    vi.advanceTimersByTime(10)
    store.setHidden(false)
    vi.advanceTimersByTime(10)
    expect(looked).toEqual(["1", "2", "", "2"])
  })

  it("names nobody while the line is down: who looks by then is not known", () => {
    const { store, play } = setUp()
    const looking = [{ interactionId: InteractionId.make("int_00000000-0000-7000-8000-000000000001"), people: [{ id: "tom", label: "Tom" }] }]
    store.start()
    play().onOpened()
    play().onPresence(looking)
    expect(store.read().looking).toEqual(looking)
    play().onLost()
    expect(store.read().looking).toEqual([])
  })

  it("a tab that is looked at again during a pause stays paused", () => {
    const { store, seen, play } = setUp()
    const list = seen({ asOf: "10" })
    store.start()
    play().onOpened()
    store.setHidden(true)
    store.togglePause()
    play().onMessage("11", changed(1))
    store.setHidden(false)
    expect(list.messages).toEqual([])
    store.togglePause()
    expect(list.versions()).toEqual([1])
  })

  it("who only hears is told of each message as it comes, hidden or paused, until it leaves", () => {
    const { store, seen, play } = setUp("10")
    const list = seen({ asOf: "10" })
    const heard: Array<string | number> = []
    const leave = store.hear((message) => heard.push(message.type === "run" ? message.run.version : message.type))
    store.start()
    play().onOpened()
    store.setHidden(true)
    play().onMessage("11", changed(1))
    store.togglePause()
    play().onMessage("12", changed(2))
    expect(heard).toEqual([1, 2])
    expect(list.messages).toEqual([])
    leave()
    play().onMessage("13", changed(3))
    expect(heard).toEqual([1, 2])
  })

  it("an account that is not the page's any more is told apart from a lost connection, and ends with a stream that opens", () => {
    const { store, play } = setUp("10")
    store.start()
    play().onLost()
    expect(store.read().ended).toBe(null)
    play().onEnded("another-account")
    expect(store.read()).toMatchObject({ ended: "another-account", status: "offline" })
    play().onOpened()
    expect(store.read()).toMatchObject({ ended: null, status: "live" })
  })

  it("leaves no timer behind when it stops", () => {
    const { store, play } = setUp()
    const stop = store.start()
    play().onOpened()
    play().onMessage("11", changed(1))
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
