// A session that ended elsewhere: the stream that is open knows nothing of it, the next answer does.
import { colleague } from "./colleague"
import { createsATicket } from "./programs"
import { approvalsScreen } from "./screens/approvals-screen"
import { runScreen } from "./screens/run-screen"
import { expect, test } from "./test"

test("whose session has ended elsewhere is told so by a decision, and how to come back to it", async ({ asAdmin, browser, signalbox }) => {
  const asked = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Decided by nobody who is signed out"), waitMs: 30_000 })
  const question: string = asked.body.interactions[0].id
  const { page, context } = await colleague({ browser, signalbox, asAdmin }, "Lena Leaves", "operator")
  try {
    await page.goto(`/approvals/${question}`)
    await expect(runScreen(page).live("Live")).toBeVisible()
    await expect(approvalsScreen(page).card.approve).toBeEnabled()
    await context.clearCookies()
    await page.keyboard.press("a")
    await expect(page.getByText("You are signed out. Sign in again to go on.").first()).toBeVisible()
    await expect(page.getByRole("link", { name: "Sign in", exact: true })).toHaveAttribute(
      "href",
      `/sign-in?returnTo=${encodeURIComponent(`/approvals/${question}`)}`
    )
    await expect(runScreen(page).live(/^Offline/)).toBeVisible()
    const { body } = await asAdmin("GET", `/api/v1/interactions/${question}`)
    expect(body.status).toBe("pending")
  } finally {
    await context.close()
  }
})
