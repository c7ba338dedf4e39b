import { anonymous } from "./http-client"
import { countsTickets, spins } from "./programs"
import { expect, test } from "./test"

test("while a program spins, the server answers, another run completes, and the limit ends it by name", async ({ signalbox, asAdmin }) => {
  const spinning = await asAdmin("POST", "/api/v1/runs", { code: spins("Spins for ever"), timeoutMs: 5_000 })
  expect(spinning.status).toBe(201)
  // It spins for those seconds only: looked at often, so that a busy machine sees them too.
  await expect.poll(async () => (await asAdmin("GET", `/api/v1/runs/${spinning.body.id}`)).body.status, { intervals: [50] }).toBe("running")

  expect((await anonymous(signalbox)("GET", "/api/health")).status).toBe(200)
  const other = await asAdmin("POST", "/api/v1/runs", { code: countsTickets("Beside a spinning program"), waitMs: 30_000 })
  expect(other.body).toMatchObject({ status: "completed", error: null })

  await expect.poll(async () => (await asAdmin("GET", `/api/v1/runs/${spinning.body.id}`)).body.status, { timeout: 30_000 }).toBe("failed")
  const { error } = (await asAdmin("GET", `/api/v1/runs/${spinning.body.id}`)).body
  expect(error.code).toBe("time_limit")
  expect(error.message).toMatch(/5\s?(s|000)/)
})
