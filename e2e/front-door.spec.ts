// What Next alone would let through or answer by itself.
import { request } from "node:http"
import { anonymous } from "./http-client"
import { expect, test } from "./test"

test("a client that makes up addresses is limited like any other after ten wrong passwords", async ({ signalbox }) => {
  const guess = (count: number) =>
    anonymous(signalbox)(
      "POST",
      "/api/auth/sign-in/email",
      { email: "guessed@signalbox.test", password: `guess number ${count}` },
      { origin: signalbox.url, "x-forwarded-for": `198.51.100.${count}` }
    )
  for (let count = 1; count <= 10; count++) expect((await guess(count)).status).toBe(401)
  const refused = await guess(11)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
})

test("a path that cannot be decoded is the caller's fault, and told in the shape of the API", async ({ signalbox }) => {
  const ask = (method: string, path: string): Promise<{ readonly status: number | undefined; readonly text: string }> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port: signalbox.port, method, path, headers: { host: `localhost:${signalbox.port}` } }, (answer) => {
        let text = ""
        answer.on("data", (chunk) => {
          text += String(chunk)
        })
        answer.on("end", () => resolve({ status: answer.statusCode, text }))
      })
      sent.on("error", reject)
      sent.end()
    })
  for (const [method, path] of [
    ["GET", "/api/v1/runs/%E0%A4%A"],
    ["POST", "/api/v1/runs/%/cancel"],
    ["DELETE", "/api/v1/tokens/%ff"],
    ["GET", "/api/%zz"]
  ] as const) {
    const { status, text } = await ask(method, path)
    expect(status, `${method} ${path}`).toBe(400)
    expect(JSON.parse(text), path).toMatchObject({ error: { code: "malformed_request", requestId: expect.stringMatching(/^req_/) } })
  }
  // A page is looked for under the name as it stands there.
  expect([307, 404]).toContain((await ask("GET", "/runs/%E0%A4%A")).status)
})
