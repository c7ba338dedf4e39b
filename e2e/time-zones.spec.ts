// Where people sit decides what a clock shows; it never decides whether the page is right.
import { formatDateTime, zoneLabel } from "../app/hooks/time-format"
import { watchForFaults } from "./page-faults"
import { createsATicket } from "./programs"
import { approvalsScreen } from "./screens/approvals-screen"
import { runScreen } from "./screens/run-screen"
import { runsScreen } from "./screens/runs-screen"
import { seedRuns } from "./seeded-runs"
import { expect, test } from "./test"

/** On the night when Zurich's clocks go back, an hour apart: both at half past two there. */
const before = Date.UTC(2026, 9, 25, 0, 30)
const after = Date.UTC(2026, 9, 25, 1, 30)

/** What a person in the zone reads, written by hand. */
const zones = [
  ["UTC", "25 Oct 2026, 00:30:00", "25 Oct 2026, 01:30:00", ["UTC", "UTC"]],
  ["Europe/Zurich", "25 Oct 2026, 02:30:00", "25 Oct 2026, 02:30:00", ["UTC+2", "UTC+1"]],
  ["Pacific/Apia", "25 Oct 2026, 13:30:00", "25 Oct 2026, 14:30:00", ["UTC+13", "UTC+13"]],
  ["America/St_Johns", "24 Oct 2026, 22:00:00", "24 Oct 2026, 23:00:00", ["UTC-2:30", "UTC-2:30"]],
  ["Asia/Kathmandu", "25 Oct 2026, 06:15:00", "25 Oct 2026, 07:15:00", ["UTC+5:45", "UTC+5:45"]]
] as const

test("five time zones and the night when clocks go back: the right times, and nothing the server drew is contradicted", async ({
  browser,
  signalbox,
  adminSession,
  asAdmin
}) => {
  test.slow()
  const [first, second] = seedRuns(signalbox.dataDir, [
    { title: "zoneword before", startedAt: before },
    { title: "zoneword after", startedAt: after }
  ])
  const { body } = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("zonequestion"), waitMs: 30_000 })
  const [question] = body.interactions
  for (const [zone, early, late, offsets] of zones) {
    const context = await browser.newContext({ timezoneId: zone, storageState: adminSession, baseURL: signalbox.url })
    const faults = watchForFaults(context)
    const page = await context.newPage()
    // The first page is drawn before the server knows the zone, the others after.
    for (const [id, written, offset] of [
      [first, early, offsets[0]],
      [second, late, offsets[1]]
    ] as const) {
      await runScreen(page).open(id ?? "")
      await expect(runScreen(page).live("Live")).toBeVisible()
      const started = page.getByRole("main").locator("header time").first()
      await expect(started).toHaveText(written)
      await started.hover()
      const tooltip = page.getByRole("tooltip")
      await expect(tooltip).toContainText(`${written} · `)
      await expect(tooltip).toContainText(offset)
      await expect(tooltip).toContainText(new Date(id === first ? before : after).toISOString())
    }
    await runsScreen(page).open("?q=zoneword")
    await runsScreen(page).isLive()
    // Browsers have their own spelling of some zones.
    const named = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    await expect(page.locator("footer").filter({ visible: true }).last()).toContainText(zoneLabel(named, Date.now()))
    const row = runsScreen(page).row("zoneword after")
    await expect(row.locator("time")).toHaveAttribute("datetime", new Date(after).toISOString())
    await row.locator("time").hover()
    await expect(page.getByRole("tooltip")).toContainText(late)

    await approvalsScreen(page).open(question.id)
    await expect(page.getByRole("navigation", { name: "Main" })).toContainText(zoneLabel(named, Date.now()))
    await expect(runScreen(page).live("Live")).toBeVisible()
    const asked = formatDateTime(Date.parse(question.createdAt), zone).split(", ")[1] ?? ""
    await expect(page.getByRole("main").locator("header time").filter({ hasText: asked }).first()).toBeVisible()
    expect(faults.all(), zone).toEqual([])
    await context.close()
  }
})

test("a browser whose clock is wrong counts like the server", async ({ page, asAdmin }) => {
  await page.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + 600_000
  })
  const { body } = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("clockword"), waitMs: 30_000 })
  await runsScreen(page).open("?q=clockword")
  await runsScreen(page).isLive()
  const since = runsScreen(page)
    .row("clockword")
    .getByText(/^\d+ (s|min)/)
    .filter({ visible: true })
    .last()
  const drawn = await since.textContent()
  // Until the tab's own clock has moved it on, what the server drew says nothing of that clock.
  await expect(since).not.toHaveText(drawn ?? "")
  await expect(since).toHaveText(/^\d{1,2} s$/)
  await asAdmin("POST", `/api/v1/runs/${body.id}/cancel`, {})
})
