import { Effect, Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { FirstAdminInput } from "../domain/account"
import { bodyLimitBytes, decodeForm, decodeRequest, jsonBody } from "./decode"

const Body = Schema.Struct({ code: Schema.String, wait: Schema.optionalKey(Schema.Int) })
const post = (body: BodyInit | null, contentType: string | null = "application/json", headers: Record<string, string> = {}) =>
  new Request("http://localhost/", {
    method: "POST",
    body,
    headers: { ...(contentType !== null && { "content-type": contentType }), ...headers },
    duplex: "half"
  } as RequestInit)
const read = (request: Request) => Effect.runPromise(Effect.result(jsonBody(request, Body)))
const failure = async (request: Request) => {
  const result = await read(request)
  return Result.isFailure(result) ? result.failure : null
}

describe("a JSON body", () => {
  it("is decoded", async () => {
    expect(await read(post('{"code":"1","wait":5}', "application/json; charset=utf-8"))).toEqual(Result.succeed({ code: "1", wait: 5 }))
  })

  it("must say that it is JSON", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", null])
      expect(await failure(post('{"code":""}', type))).toMatchObject({ _tag: "UnsupportedMediaType" })
  })

  it("names every fault by its path, a field nobody knows included", async () => {
    expect(await failure(post('{"wait":0.5,"cod":"1"}'))).toMatchObject({
      _tag: "MalformedRequest",
      issues: expect.arrayContaining([
        expect.objectContaining({ path: "code" }),
        expect.objectContaining({ path: "wait" }),
        expect.objectContaining({ path: "cod" })
      ])
    })
  })

  it("is refused when it is not JSON or not UTF-8", async () => {
    for (const body of ["{", "", new Uint8Array([0x22, 0xff, 0x22])]) expect(await failure(post(body))).toMatchObject({ _tag: "MalformedRequest" })
  })

  it("is refused above the limit, whether or not it says how long it is", async () => {
    const large = JSON.stringify({ code: "x".repeat(bodyLimitBytes) })
    expect(await failure(post(large))).toMatchObject({ _tag: "BodyTooLarge", limitBytes: bodyLimitBytes })
    expect(await failure(post(new Blob([large]).stream()))).toMatchObject({ _tag: "BodyTooLarge" })
    expect(await failure(post("{}", "application/json", { "content-length": String(bodyLimitBytes + 1) }))).toMatchObject({ _tag: "BodyTooLarge" })
  })

  it("is read no further than the limit", async () => {
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1
        controller.enqueue(new Uint8Array(1 << 20).fill(32))
      }
    })
    expect(await failure(post(endless))).toMatchObject({ _tag: "BodyTooLarge" })
    expect(pulled).toBeLessThan(10)
  })
})

describe("a form", () => {
  const decode = (input: unknown) => Effect.runSync(Effect.result(decodeForm(FirstAdminInput)(input)))

  it("leaves out fields nobody knows", () => {
    expect(Result.isSuccess(decode({ name: " Ada ", email: "ada@example.com", password: "correct horse", extra: "1" }))).toBe(true)
  })

  it("says at each field what to do, in words for people, and never repeats a password", () => {
    const result = decode({ name: " ", email: "ada", password: "hunter2" })
    expect(Result.isFailure(result) && result.failure.issues).toEqual([
      { path: "name", message: "Enter your name." },
      { path: "email", message: "Enter an e-mail address, such as ada@example.com." },
      { path: "password", message: "Use at least 8 characters." }
    ])
    expect(JSON.stringify(result)).not.toContain("hunter2")
  })

  it("never repeats a value that has no message of its own", () => {
    const result = Effect.runSync(Effect.result(decodeRequest(Schema.Struct({ token: Schema.Int }))({ token: "hunter2" })))
    expect(JSON.stringify(result)).not.toContain("hunter2")
  })
})
