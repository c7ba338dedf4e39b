import { countsTickets } from "./programs"
import { scriptBytes } from "./script-bytes"
import { expect, test } from "./test"

test("the list's page names at most 220 KB of JavaScript", async ({ asAdmin, signalbox }) => {
  await asAdmin("POST", "/api/v1/runs", { code: countsTickets("Weighed"), waitMs: 30_000 })
  const { body } = await asAdmin("GET", "/runs")
  const bytes = await scriptBytes(signalbox.url, String(body))
  // A page without scripts would weigh nothing: that is no success.
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(220_000)
})
