import { asksWhoTakesIt, createsATicket } from "./programs"
import { approvalsScreen } from "./screens/approvals-screen"
import { runScreen } from "./screens/run-screen"
import { expect, test } from "./test"

test("a question that opens while the inbox is watched can be approved there", async ({ page, asAdmin }) => {
  const screen = approvalsScreen(page)
  await screen.open()
  const { body } = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Opened under watch"), waitMs: 30_000 })
  await screen.item("Opened under watch").click()
  // Until then another card may be the one that is open.
  await expect(page).toHaveURL(new RegExp(body.interactions[0].id))
  await screen.card.approve.click()
  await expect(screen.card.receipt).toBeVisible()
  await expect.poll(async () => (await asAdmin("GET", `/api/v1/runs/${body.id}`)).body.status).toBe("completed")
})

test("a decline needs a reason, which reaches the program", async ({ page, asAdmin }) => {
  const submitted = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Declined with a reason"), waitMs: 30_000 })
  const { id, interactions } = submitted.body
  const screen = approvalsScreen(page)
  await screen.open(interactions[0].id)
  await screen.card.reason.fill("wrong queue")
  await screen.card.decline.click()
  await expect(page.getByText(/Declined by/).first()).toBeVisible()
  await expect.poll(async () => (await asAdmin("GET", `/api/v1/runs/${id}`)).body.status).toBe("failed")
  const run = await asAdmin("GET", `/api/v1/runs/${id}`)
  expect(run.body.error).toMatchObject({ code: "declined" })
  expect(run.body.interactions[0]).toMatchObject({ status: "declined", comment: "wrong queue", resolvedVia: "console" })
})

test("a form is answered on the run's own page, and faults are shown at their fields", async ({ page, asAdmin, faults }) => {
  // The browser's console notes the refused answer.
  faults.allow(/status of 422/)
  const submitted = await asAdmin("POST", "/api/v1/runs", { code: asksWhoTakesIt("Answered on the run"), waitMs: 30_000 })
  const screen = runScreen(page)
  await screen.open(submitted.body.id)
  await page.getByLabel("Days").fill("99")
  await screen.card.send.click()
  await expect(page.getByText(/1 to 30/).first()).toBeVisible()
  await page.getByRole("radio", { name: "Tom" }).check()
  await page.getByLabel("Days").fill("3")
  await screen.card.send.click()
  await expect(screen.status("Completed")).toBeVisible()
  await expect.poll(async () => (await asAdmin("GET", `/api/v1/runs/${submitted.body.id}`)).body.result).toEqual({ owner: "Tom", days: 3 })
})

test("the inbox is worked by keys alone", async ({ page, asAdmin }) => {
  const submitted = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Approved by key"), waitMs: 30_000 })
  const screen = approvalsScreen(page)
  await screen.open(submitted.body.interactions[0].id)
  await expect(runScreen(page).live("Live")).toBeVisible()
  await expect(screen.card.approve).toBeEnabled()
  await page.keyboard.press("a")
  await expect(screen.card.receipt).toBeVisible()
  await expect.poll(async () => (await asAdmin("GET", `/api/v1/runs/${submitted.body.id}`)).body.status).toBe("completed")
})
