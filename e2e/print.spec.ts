// What goes on paper is the whole of it, and nothing to press.
import { expect, test } from "./test"

const manyCalls = `// Printed whole
const long = "${"the quick brown fox ".repeat(20)}"
for (let n = 0; n < 130; n += 1) await tools.demo.echo({ value: n })
return long.length
`

test("a run on paper has all its calls and no levers, and its long lines wrap", async ({ page, asAdmin }) => {
  const { body: run } = await asAdmin("POST", "/api/v1/runs", { code: manyCalls, waitMs: 30_000 })
  expect(run.status).toBe("completed")
  await page.setViewportSize({ width: 718, height: 900 })
  await page.goto(`/runs/${run.id}?tab=timeline`)
  await expect(page.getByText("Live", { exact: true }).filter({ visible: true }).first()).toBeVisible()
  const rows = page.locator("[data-timeline]").getByRole("button")
  await expect.poll(() => rows.count()).toBeLessThan(100)
  await page.emulateMedia({ media: "print" })
  await expect(rows).toHaveCount(130)
  await expect(page.getByRole("link", { name: "Rerun" })).toBeHidden()
  await expect(page.getByText("Live", { exact: true }).filter({ visible: true })).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(718)
  await page.emulateMedia({ media: "screen" })
  await expect.poll(() => rows.count()).toBeLessThan(100)
})

test("a list on paper says which runs it shows, and of when", async ({ page, asAdmin }) => {
  await asAdmin("POST", "/api/v1/runs", { code: "// Printed in a list\nreturn 1", waitMs: 30_000 })
  await page.setViewportSize({ width: 718, height: 900 })
  await page.goto("/runs?status=completed&q=Printed")
  await expect(page.getByText("Live", { exact: true }).filter({ visible: true }).first()).toBeVisible()
  const words = page.getByText(/^Status is Completed · Contains Printed, as of .*\d\d:\d\d:\d\d \(.+\)$/)
  await expect(words).toHaveCount(0)
  await page.emulateMedia({ media: "print" })
  await expect(words).toBeVisible()
  await page.emulateMedia({ media: "screen" })
  await expect(words).toHaveCount(0)
})
