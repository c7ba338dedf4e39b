import type { Page } from "@playwright/test"
import { runScreen } from "./screens/run-screen"
import { storeRun } from "./stored-runs"
import { expect, test } from "./test"

/** Six calls on lines 7, 8, 9, 10, 11 and 13, in TypeScript; the last one fails the run. */
const sixCalls = `// Six calls on known lines
interface Ticket { id: string; title: string }
type Echo<T> = { value: T }

const titles: Array<string> = []
const open = async (): Promise<number> => {
  const found: Ticket[] = await tools.demo.tickets.list({ status: "open" })
  const first = (await tools.demo.tickets.get({ id: found[0]!.id })) as Ticket
  const one: Echo<number> = { value: await tools.demo.echo({ value: 1 }) }
  const two = await tools.demo.echo({ value: first.title satisfies string })
  const three = await tools.demo.echo({ value: one.value })
  titles.push(String(two), String(three))
  await tools.demo.fail({ code: "broken", message: "This line fails" })
  return titles.length
}
return await open()
`
const lines = [7, 8, 9, 10, 11, 13]

const line = (page: Page, number: number) => page.locator(`[data-line="${number}"]`)
const bars = (page: Page) => page.locator("[data-timeline]").getByRole("button")

test("six calls on known lines: bar and line light each other up, by mouse and by keyboard, and the failing line is marked", async ({ page, asAdmin }) => {
  const submitted = await asAdmin("POST", "/api/v1/runs", { code: sixCalls, waitMs: 30_000 })
  expect(submitted.body).toMatchObject({ status: "failed", error: { line: 13 } })
  await page.goto(`/runs/${submitted.body.id}?tab=timeline`)
  await expect(runScreen(page).live("Live")).toBeVisible()
  await expect(bars(page)).toHaveCount(6)
  await expect(line(page, 13)).toHaveAttribute("data-tone", "error")
  await expect(page.getByText("This line fails").first()).toBeVisible()
  for (const [index, number] of lines.entries()) {
    const bar = bars(page).nth(index)
    await expect(bar).toContainText(`L${number}`)
    await bar.hover()
    await expect(line(page, number)).toHaveAttribute("data-tone", number === 13 ? "error" : "linked")
    await expect(bar).toHaveAttribute("data-linked", "true")
    await line(page, number).hover()
    await expect(bar).toHaveAttribute("data-linked", "true")
    await expect(page.locator("[data-timeline] [data-linked]")).toHaveCount(1)
  }
  // The same without a mouse.
  await page.getByRole("heading", { level: 1 }).hover()
  await line(page, 9).getByRole("button").focus()
  await expect(bars(page).nth(2)).toHaveAttribute("data-linked", "true")
  await bars(page).nth(0).focus()
  await expect(line(page, 7)).toHaveAttribute("data-tone", "linked")
  // A line leads to its call, and the address says so.
  await line(page, 10).getByRole("button").press("Enter")
  await expect(page).toHaveURL(/call=call_\d+/)
  await expect(page.getByRole("region", { name: "Selected call" })).toContainText("L10")
  await page.getByRole("link", { name: "All of it" }).click()
  await expect(page.getByRole("region", { name: "Call demo.echo" }).locator('[data-line="10"]')).toHaveAttribute("data-tone", "linked")
})

test("every tab has an address, which is what is shared, and Back leaves the run", async ({ page, context, asAdmin, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const code = "// Looked at from all sides\nconsole.log('said')\nreturn await tools.demo.echo({ value: { deep: [1, 2] } })"
  const { body } = await asAdmin("POST", "/api/v1/runs", { code, waitMs: 30_000 })
  await page.goto("/runs")
  await page.goto(`/runs/${body.id}`)
  // Before JavaScript has loaded every tab is a page of its own, and one more step for Back.
  await expect(runScreen(page).live("Live")).toBeVisible()
  const tabs = page.getByRole("navigation", { name: "About this run" })
  for (const [name, tab] of [
    ["Timeline", "timeline"],
    ["Tool calls", "calls"],
    ["Approvals", "approvals"],
    ["Logs", "logs"],
    ["Raw", "raw"]
  ] as const) {
    await tabs.getByRole("link", { name }).click()
    await expect(page).toHaveURL(new RegExp(`tab=${tab}`))
  }
  await tabs.getByRole("link", { name: "Tool calls" }).click()
  await page
    .getByRole("listitem")
    .getByRole("link", { name: /demo\.echo/ })
    .click()
  await page.getByRole("button", { name: "Share" }).click()
  await expect(page.getByText("Link copied", { exact: true })).toBeVisible()
  const shared = await page.evaluate(() => navigator.clipboard.readText())
  expect(shared).toMatch(new RegExp(`^${baseURL}/runs/${body.id}\\?tab=calls&call=call_\\d+$`))
  await page.goto(shared)
  await expect(page.getByRole("region", { name: "Call demo.echo" })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/runs$/)
})

test("a run of 5,000 calls draws what is on screen, and reads the values of what is looked at", async ({ page, signalbox }) => {
  const code = Array.from({ length: 40 }, (_, n) => `await tools.demo.echo({ value: ${n} })`).join("\n")
  const calls = Array.from({ length: 5000 }, (_, n) => ({
    line: (n % 40) + 1,
    args: `{"value":${n}}`,
    result: JSON.stringify({ said: `value ${n}`, more: "x".repeat(200) })
  }))
  const id = storeRun(signalbox, { title: "Five thousand calls", code, calls })
  await page.goto(`/runs/${id}?tab=timeline`)
  await expect(runScreen(page).live("Live")).toBeVisible()
  await expect(page.getByText("5000", { exact: true }).first()).toBeVisible()
  const nodes = page.locator("[data-timeline] *")
  await expect(bars(page).first()).toBeVisible()
  await expect.poll(() => nodes.count()).toBeLessThan(300)
  await page
    .getByRole("main")
    .locator("div.md\\:overflow-y-auto")
    .evaluate((pane) => pane.scrollTo(0, pane.scrollHeight))
  await expect(bars(page).last()).toContainText("L40")
  await expect.poll(() => nodes.count()).toBeLessThan(300)

  await page.goto(`/runs/${id}?tab=calls&call=call_4001`)
  await expect(page.getByRole("region", { name: "Value returned" })).toContainText("value 4000")
  await expect(runScreen(page).live("Live")).toBeVisible()
  await page
    .getByRole("main")
    .locator("div.md\\:overflow-y-auto")
    .evaluate((pane) => pane.scrollTo(0, pane.scrollHeight))
  await expect(page.getByRole("listitem").last()).toContainText("said")
  await expect.poll(() => page.getByRole("listitem").count()).toBeLessThan(80)
})

test("a rerun shows what was changed, before it runs and afterwards", async ({ page, asAdmin }) => {
  const first = await asAdmin("POST", "/api/v1/runs", { code: "// Counted by hand\nconst n = 1\nreturn n", waitMs: 30_000 })
  const again = await asAdmin("POST", `/api/v1/runs/${first.body.id}/rerun`, { code: "// Counted by hand\nconst n = 2\nreturn n" })
  await page.goto(`/runs/${again.body.id}`)
  await expect(runScreen(page).live("Live")).toBeVisible()
  await page.getByRole("button", { name: "Changes to the original" }).click()
  const changes = page.getByRole("region", { name: "Changes to the original" })
  await expect(changes).toContainText("removed: const n = 1")
  await expect(changes).toContainText("added: const n = 2")
})

/** Tasks over 100 ms since `forget`. */
const watchTasks = async (page: Page) => {
  await page.addInitScript(() => {
    const tasks: Array<number> = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: "longtask" })
  })
  return {
    forget: () => page.evaluate(() => (window as unknown as { tasks: Array<number> }).tasks.splice(0).length),
    long: () => page.evaluate(() => (window as unknown as { tasks: Array<number> }).tasks.filter((ms) => ms > 100))
  }
}

const large = [
  {
    name: "50 MB put straight into the store",
    value: () => ({ items: Array.from({ length: 50 }, (_, n) => ({ n, text: `${"y".repeat(1_000_000)} needle ${n}` })) })
  },
  { name: "a million nodes", value: () => Array.from({ length: 1_000_000 }, (_, n) => n) }
] as const

test("results of any size are looked at, searched and left without a task over 100 ms on the page", async ({ page, signalbox, asAdmin }) => {
  test.slow()
  const byRun = await asAdmin("POST", "/api/v1/runs", {
    code: '// Returns nearly eight megabytes\nreturn { items: Array.from({ length: 79 }, (_, n) => ({ n, text: "z".repeat(100_000) })), last: "needle 42" }',
    waitMs: 45_000
  })
  expect(byRun.body.status).toBe("completed")
  const cases = [
    { id: String(byRun.body.id), needle: "needle 42" },
    { id: storeRun(signalbox, { title: large[0].name, result: JSON.stringify(large[0].value()) }), needle: "needle 42" },
    { id: storeRun(signalbox, { title: large[1].name, result: JSON.stringify(large[1].value()) }), needle: "734233" }
  ]
  const tasks = await watchTasks(page)
  for (const { id, needle } of cases) {
    // A machine that is busy with something else stretches any task: what this page does itself comes again each time.
    let long: ReadonlyArray<number> = []
    for (let attempt = 0; attempt < 6; attempt++) {
      await page.goto(`/runs/${id}`)
      await expect(runScreen(page).live("Live")).toBeVisible()
      await tasks.forget()
      const show = page.getByRole("region", { name: "Value returned" }).getByRole("button", { name: "Show", exact: true })
      const search = page.getByRole("button", { name: "Search Value returned" })
      await expect(show.or(search)).toBeVisible({ timeout: 30_000 })
      if (await show.isVisible()) await show.click()
      await search.click({ timeout: 60_000 })
      await page.getByRole("searchbox", { name: "Search Value returned" }).fill(needle)
      const found = page.getByRole("region", { name: "Value returned" }).getByRole("listitem")
      await expect(found.first()).toContainText("result", { timeout: 60_000 })
      await found.first().getByRole("button").click()
      await expect(page.getByRole("button", { name: "Back to what was found" })).toBeVisible()
      long = await tasks.long()
      if (long.length === 0) break
    }
    expect(long, id).toEqual([])
  }
  // The document itself never carries them.
  const document = await page.request.get(`/runs/${cases[1]?.id}`)
  expect((await document.body()).byteLength).toBeLessThan(1_000_000)
  const file = await page.request.get(`/api/v1/runs/${cases[2]?.id}/payload?of=result`)
  expect(await file.json()).toHaveLength(1_000_000)
})
