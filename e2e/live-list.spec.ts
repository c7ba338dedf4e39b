import { countsTickets, createsATicket } from "./programs"
import { newRunScreen } from "./screens/new-run-screen"
import { runScreen } from "./screens/run-screen"
import { runsScreen } from "./screens/runs-screen"
import { expect, test } from "./test"

test("rows change in place while the list is open", async ({ page, asAdmin }) => {
  const submitted = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Watched in the list"), waitMs: 30_000 })
  const screen = runsScreen(page)
  await screen.open()
  const row = screen.row("Watched in the list")
  await expect(row).toContainText("Needs approval")
  await asAdmin("POST", `/api/v1/interactions/${submitted.body.interactions[0].id}/answer`, { action: "accept" })
  await expect(row).toContainText("Completed")
})

test("a run submitted in the browser completes before one's eyes", async ({ page }) => {
  const screen = newRunScreen(page)
  await screen.open()
  await screen.write(countsTickets("Submitted in the browser"))
  await screen.run()
  await expect(page).toHaveURL(/\/runs\/run_/)
  await expect(runScreen(page).status("Completed")).toBeVisible()
})

test("the status filter is in the address, survives a reload, and unknown values are shown as ignored", async ({ page, asAdmin }) => {
  await asAdmin("POST", "/api/v1/runs", { code: countsTickets("Kept by the filter"), waitMs: 30_000 })
  await asAdmin("POST", "/api/v1/runs", { code: "throw new Error('left out')", title: "Left out by the filter", waitMs: 30_000 })
  const screen = runsScreen(page)
  await screen.open("?status=completed,sleeping")
  await expect(screen.row("Kept by the filter")).toBeVisible()
  await expect(screen.row("Left out by the filter")).toHaveCount(0)
  await expect(page.getByText(/ignored/).first()).toBeVisible()
  await page.reload()
  await expect(screen.row("Left out by the filter")).toHaveCount(0)
})
