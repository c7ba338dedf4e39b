import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import { newSecret, signedHeaders } from "./signature"

describe("a message is signed as Standard Webhooks says", () => {
  const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: 1_614_265_330_999, body: `{"test": 2432232314}` }

  it("as its own example", () => {
    expect(signedHeaders(message, ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    })
  })

  it("with each of several secrets, the newest first", () => {
    const secrets = [newSecret(), newSecret()]
    const signatures = signedHeaders({ ...message, body: "{}" }, secrets)["webhook-signature"].split(" ")
    const expected = secrets.map((secret) => {
      const key = Buffer.from(secret.slice("whsec_".length), "base64")
      return `v1,${createHmac("sha256", key).update(`${message.id}.1614265330.{}`).digest("base64")}`
    })
    expect(signatures).toEqual(expected)
  })
})

it("a secret is 32 random bytes, and another one each time", () => {
  const secret = newSecret()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(newSecret()).not.toBe(secret)
})
