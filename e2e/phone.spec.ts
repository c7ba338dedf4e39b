import { createsATicket } from "./programs"
import { approvalsScreen } from "./screens/approvals-screen"
import { expect, test } from "./test"

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test("a question is found and approved on a phone", async ({ page, asAdmin }) => {
  const submitted = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Approved on a phone"), waitMs: 30_000 })
  await page.goto("/runs")
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /Approvals/ })
    .tap()
  await expect(page).toHaveURL(/\/approvals/)
  const screen = approvalsScreen(page)
  await screen.item("Approved on a phone").first().tap()
  await expect(page).toHaveURL(new RegExp(submitted.body.interactions[0].id))
  await screen.card.approve.tap()
  await expect(screen.card.receipt).toBeVisible()
  await expect.poll(async () => (await asAdmin("GET", `/api/v1/runs/${submitted.body.id}`)).body.status).toBe("completed")
})
