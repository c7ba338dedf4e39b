import type { BrowserContext, Page } from "@playwright/test"
import { colleague } from "./colleague"
import { createsATicket } from "./programs"
import { runScreen } from "./screens/run-screen"
import { runsScreen } from "./screens/runs-screen"
import { expect, test } from "./test"

/** Which pages hold a stream now. */
const streamsOf = (context: BrowserContext): (() => ReadonlyArray<Page>) => {
  const open = new Map<unknown, Page>()
  context.on("request", (request) => {
    if (request.url().includes("/api/trpc/live.feed")) open.set(request, request.frame().page())
  })
  context.on("requestfinished", (request) => void open.delete(request))
  context.on("requestfailed", (request) => void open.delete(request))
  return () => [...open.values()].filter((page) => !page.isClosed())
}

test("ten tabs share one stream; when the tab that holds it is closed another takes over, and nothing is lost", async ({ context, asAdmin }) => {
  test.slow()
  const streams = streamsOf(context)
  const submitted = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Watched from ten tabs"), waitMs: 30_000 })
  const { id, interactions } = submitted.body
  const pages: Array<Page> = []
  for (let tab = 0; tab < 10; tab++) {
    const page = await context.newPage()
    pages.push(page)
    await page.goto(tab % 2 === 0 ? `/runs/${id}?tab=logs` : "/runs")
  }
  for (const page of pages) await expect(runScreen(page).live("Live")).toBeVisible()
  await expect.poll(() => streams().length).toBe(1)

  const [holder] = streams()
  if (holder === undefined) throw new Error("no page holds the stream")
  const left = pages.filter((page) => page !== holder)
  // In the same moment: what happens meanwhile belongs to nobody's stream.
  await Promise.all([
    holder.close(),
    asAdmin("POST", `/api/v1/interactions/${interactions[0].id}/answer`, { action: "accept" }),
    asAdmin("POST", "/api/v1/runs", { code: createsATicket("Came while the stream changed hands"), waitMs: 30_000 })
  ])
  for (const page of left) {
    const onRun = page.url().includes(id)
    if (onRun) await expect(runScreen(page).status("Completed")).toBeVisible()
    else {
      await expect(runsScreen(page).row("Watched from ten tabs")).toContainText("Completed")
      await expect(runsScreen(page).row("Came while the stream changed hands")).toContainText("Needs approval")
    }
    await expect(runScreen(page).live("Live")).toBeVisible()
  }
  await expect.poll(() => streams().length).toBe(1)
  expect(streams()).not.toContain(holder)
})

test("a run that is over costs no request, however long it is looked at", async ({ page, context, asAdmin }) => {
  const submitted = await asAdmin("POST", "/api/v1/runs", { code: "// Over before anybody looks\nreturn 1", waitMs: 30_000 })
  const streams = streamsOf(context)
  await page.goto(`/runs/${submitted.body.id}`)
  await expect(runScreen(page).live("Live")).toBeVisible()
  await expect.poll(() => streams().length).toBe(1)
  const asked: Array<string> = []
  page.on("request", (request) => asked.push(request.url()))
  // Others go on: their changes come over the stream that is open.
  const others = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Goes on elsewhere"), waitMs: 30_000 })
  await expect(page).toHaveTitle(/^\(\d+\)/)
  await asAdmin("POST", `/api/v1/interactions/${others.body.interactions[0].id}/answer`, { action: "accept" })
  expect(asked.filter((url) => url.includes("/api/"))).toEqual([])
})

test("a tab of an account that has signed out is told nothing of what the next account is told", async ({ asAdmin, browser, signalbox }) => {
  const first = await colleague({ browser, signalbox, asAdmin }, "Flora First", "operator")
  const next = await colleague({ browser, signalbox, asAdmin }, "Nora Next", "operator")
  try {
    const left = first.page
    await left.goto("/runs")
    await expect(runScreen(left).live("Live")).toBeVisible()
    const second = await first.context.newPage()
    await second.goto("/runs")
    await second.getByRole("button", { name: "Sign out" }).click()
    await expect(second).toHaveURL(/sign-in/)
    await expect(left.getByRole("alert").filter({ hasText: "You are signed out" })).toBeVisible({ timeout: 30_000 })

    // Another account in the same browser: the tab that was left would come by its cookie.
    await first.context.addCookies(await next.context.cookies())
    await second.goto("/runs")
    await expect(runScreen(second).live("Live")).toBeVisible()
    await left.getByRole("button", { name: /^Offline/ }).click()
    await expect(left.getByRole("alert").filter({ hasText: "Somebody else is signed in by now" })).toBeVisible()
    await asAdmin("POST", "/api/v1/runs", { code: "// For those who are signed in\nreturn 1", waitMs: 30_000 })
    await expect(runsScreen(second).row("For those who are signed in")).toBeVisible()
    await expect(runsScreen(left).row("For those who are signed in")).toHaveCount(0)
  } finally {
    await first.context.close()
    await next.context.close()
  }
})
