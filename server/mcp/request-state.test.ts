import { afterEach, describe, expect, it, vi } from "vitest"
import { InteractionId, RunId, TeamId } from "../domain/ids"
import type { Agent } from "./agent"
import { requestStateOf } from "./request-state"

const agent = (id: string, team = "team"): Agent => ({
  _tag: "ServiceToken",
  actor: { kind: "agent", id, label: id },
  teamId: TeamId.make(team),
  scopes: ["runs:submit"]
})
const state = {
  runId: RunId.make("run_00000000-0000-7000-8000-000000000001"),
  interactionId: InteractionId.make("int_00000000-0000-7000-8000-000000000001"),
  as: "link"
} as const
const key = new Uint8Array(32).fill(7)

type Context = Parameters<ReturnType<typeof requestStateOf>["verify"]>[1]
// The binding asks who the token's owner is, not the request.
const context = {} as Context

const opened = (sealed: string, by: Agent, withKey = key) => requestStateOf(withKey, by).verify(sealed, context)

afterEach(() => {
  vi.useRealTimers()
})

describe("the question that a client carries from one request to the next", () => {
  it("comes back to the agent it was given to", async () => {
    const sealed = await requestStateOf(key, agent("one")).mint(state, context)
    expect(await opened(sealed, agent("one"))).toEqual(state)
  })

  it("is nothing to another agent, another team or another installation", async () => {
    const sealed = await requestStateOf(key, agent("one")).mint(state, context)
    await expect(opened(sealed, agent("two"))).rejects.toThrow("bind")
    await expect(opened(sealed, agent("one", "other team"))).rejects.toThrow("bind")
    await expect(opened(sealed, agent("one"), new Uint8Array(32).fill(8))).rejects.toThrow("mac")
  })

  it("cannot be changed or made up", async () => {
    const sealed = await requestStateOf(key, agent("one")).mint(state, context)
    // The last character of a part may hold bits that say nothing.
    const ends = new Set([sealed.lastIndexOf(".") - 1, sealed.length - 1])
    for (let at = 0; at < sealed.length; at += 7) {
      if (ends.has(at)) continue
      const changed = `${sealed.slice(0, at)}${sealed.charAt(at) === "A" ? "B" : "A"}${sealed.slice(at + 1)}`
      await expect(opened(changed, agent("one")), changed).rejects.toThrow()
    }
  })

  it("is over after a day", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const sealed = await requestStateOf(key, agent("one")).mint(state, context)
    vi.setSystemTime(Date.now() + 23 * 3_600_000)
    expect(await opened(sealed, agent("one"))).toEqual(state)
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    await expect(opened(sealed, agent("one"))).rejects.toThrow("expired")
  })
})
