import { Effect, ManagedRuntime, Schema } from "effect"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { AppConfig } from "../config/config"
import { idle } from "../domain/action-state"
import { goTo, openAction } from "./action"

const sent = vi.hoisted(() => ({ headers: new Headers(), set: vi.fn(), redirect: vi.fn() }))

vi.mock("next/headers", () => ({ headers: () => Promise.resolve(sent.headers), cookies: () => Promise.resolve({ set: sent.set }) }))
vi.mock("next/navigation", () => ({
  redirect: (path: string) => {
    sent.redirect(path)
    throw new Error("NEXT_REDIRECT")
  }
}))
vi.mock("../runtime/runtime", () => ({ appRuntime: () => Promise.resolve(ManagedRuntime.make(AppConfig.layerOf({ publicUrl: "http://localhost:3000" }))) }))

beforeEach(() => {
  sent.headers = new Headers({ origin: "http://localhost:3000" })
  sent.set.mockClear()
  sent.redirect.mockClear()
})

const formOf = (entries: ReadonlyArray<readonly [string, string | Blob]>): FormData => {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

const Input = Schema.Struct({
  email: Schema.String,
  password: Schema.String.check(Schema.isMinLength(8)),
  choice: Schema.optionalKey(Schema.Array(Schema.String))
})
const echo = openAction(Input, (input) => Effect.succeed(input))

describe("a server action", () => {
  it("gets the form's texts: several of one name as a list, React's own fields and files left out", async () => {
    const form = formOf([
      ["$ACTION_ID_1", ""],
      ["$ACTION_REF_1", ""],
      ["email", "ada@example.com"],
      ["password", "correct horse"],
      ["choice", "a"],
      ["choice", "b"],
      ["file", new Blob(["x"])],
      ["extra", "1"]
    ])
    expect(await echo(idle, form)).toEqual({ status: "done", value: { email: "ada@example.com", password: "correct horse", choice: ["a", "b"] } })
  })

  it("tells what is wrong at which field and hands back what was typed, but never a password", async () => {
    const state = await echo(
      idle,
      formOf([
        ["email", "ada@example.com"],
        ["password", "hunter2"],
        ["newPassword", "hunter2"]
      ])
    )
    expect(state).toMatchObject({
      status: "failed",
      failure: { code: "malformed_request", requestId: expect.any(String), issues: [{ path: "password" }] },
      values: { email: "ada@example.com" }
    })
    expect(JSON.stringify(state)).not.toContain("hunter2")
  })

  it.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another site", { "sec-fetch-site": "cross-site", origin: "http://localhost:3000" }],
    ["nowhere, which Next itself lets pass", {}]
  ])("does nothing when it was sent from %s", async (_, headers) => {
    sent.headers = new Headers(headers)
    const run = vi.fn(() => Effect.void)
    expect(await openAction(Schema.Struct({}), run)(idle, new FormData())).toMatchObject({ status: "failed", failure: { code: "cross_site_request" } })
    expect(run).not.toHaveBeenCalled()
  })

  it("leads to another page with the cookies of a response, as they were set there", async () => {
    const response = new Response(null, {
      headers: [
        ["Set-Cookie", "signalbox.session_token=a.b%2Bc%3D; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax"],
        ["Set-Cookie", "signalbox_setup=; Max-Age=0; Path=/setup; HttpOnly; SameSite=Lax"]
      ]
    })
    await expect(openAction(Schema.Struct({}), () => Effect.succeed(goTo("/runs", response)))(idle, new FormData())).rejects.toThrow("NEXT_REDIRECT")
    expect(sent.redirect).toHaveBeenCalledWith("/runs")
    expect(sent.set.mock.calls).toEqual([
      ["signalbox.session_token", "a.b+c=", expect.objectContaining({ maxAge: 604_800, path: "/", httpOnly: true, sameSite: "lax" })],
      ["signalbox_setup", "", expect.objectContaining({ maxAge: 0, path: "/setup", httpOnly: true, sameSite: "lax" })]
    ])
  })

  it("shows a defect as an internal error and nothing of its cause", async () => {
    const state = await openAction(Schema.Struct({}), () => Effect.die(new Error("secret path /etc/x")))(idle, new FormData())
    expect(state).toMatchObject({ status: "failed", failure: { code: "internal_error" } })
    expect(JSON.stringify(state)).not.toContain("/etc/x")
  })
})
