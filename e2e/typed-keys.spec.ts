// What is typed, or held down, never decides a question it was not meant for.
import type { Page } from "@playwright/test"
import { asksWhoTakesIt, createsATicket } from "./programs"
import { approvalsScreen } from "./screens/approvals-screen"
import { runScreen } from "./screens/run-screen"
import { expect, test } from "./test"

/** Somebody who types without a stop, however long the machine takes for a key: all of them carry the time of the first. */
const steadyHand = async (page: Page) => {
  const hand = await page.context().newCDPSession(page)
  const timestamp = Date.now() / 1000
  return async (text: string): Promise<void> => {
    for (const key of text) {
      await hand.send("Input.dispatchKeyEvent", { type: "keyDown", key, text: key, timestamp })
      await hand.send("Input.dispatchKeyEvent", { type: "keyUp", key, timestamp })
    }
  }
}

test("a reason that is being typed while somebody else decides acts upon no other card, and is not lost without a word", async ({ page, asAdmin }) => {
  const { body: first } = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Decided under the typing"), waitMs: 30_000 })
  const { body: other } = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Waits beside the typing"), waitMs: 30_000 })
  const [{ id: interactionId }] = first.interactions
  const screen = approvalsScreen(page)
  await screen.open(interactionId)
  await expect(runScreen(page).live("Live")).toBeVisible()
  await expect(screen.card.approve).toBeEnabled()
  await page.keyboard.press("d")
  const type = await steadyHand(page)
  await type("just ask ")
  await expect(screen.card.reason).toHaveValue("just ask ")
  await asAdmin("POST", `/api/v1/interactions/${interactionId}/answer`, { action: "decline", comment: "by somebody else" })
  while (!(await screen.card.receipt.isVisible())) await type("a manager, ")
  // `j` would move on, and an `a` half a second later approve what comes next.
  await type("just ask a manager, ".repeat(3))
  await expect(screen.card.receipt).toBeFocused()
  await expect(screen.card.receipt).toContainText(/Your reason was not sent: “just/)
  await expect(page).toHaveURL(new RegExp(interactionId))
  const { body } = await asAdmin("GET", `/api/v1/runs/${other.id}`)
  expect(body.interactions[0].status).toBe("pending")
  // Whoever has seen it goes on by keys.
  await page.keyboard.press("Escape")
  await page.keyboard.press("j")
  await expect(screen.card.approve).toBeVisible()
})

test("the key of Approve leads to the first field of a form and sends nothing", async ({ page, asAdmin }) => {
  const { body } = await asAdmin("POST", "/api/v1/runs", { code: asksWhoTakesIt("Not sent by a key"), waitMs: 30_000 })
  const screen = runScreen(page)
  await screen.open(body.id)
  await expect(screen.live("Live")).toBeVisible()
  await expect(screen.card.send).toBeEnabled()
  await page.keyboard.press("a")
  await expect(page.getByRole("radio", { name: "Ann" })).toBeFocused()
  await expect(screen.card.receipt).toHaveCount(0)
  expect((await asAdmin("GET", `/api/v1/runs/${body.id}`)).body.interactions[0].status).toBe("pending")
})

test("a held key approves nothing", async ({ page, asAdmin }) => {
  const { body } = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Not approved by a held key"), waitMs: 30_000 })
  const screen = approvalsScreen(page)
  await screen.open(body.interactions[0].id)
  await expect(runScreen(page).live("Live")).toBeVisible()
  // The first press, too early, when there is nothing to decide; then the system's own, once there is.
  await page.getByRole("textbox", { name: /^Reason/ }).focus()
  await page.keyboard.down("a")
  await page.keyboard.press("Tab")
  await expect(screen.card.approve).toBeEnabled()
  for (let n = 0; n < 5; n++) await page.keyboard.down("a")
  await page.keyboard.up("a")
  await expect(screen.card.receipt).toHaveCount(0)
  expect((await asAdmin("GET", `/api/v1/runs/${body.id}`)).body.interactions[0].status).toBe("pending")
  await page.keyboard.press("a")
  await expect(screen.card.receipt).toBeVisible()
})

test("a reason that was begun is there again after a look at another card", async ({ page, asAdmin }) => {
  const { body: first } = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Reason begun here"), waitMs: 30_000 })
  const { body: second } = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Looked at meanwhile"), waitMs: 30_000 })
  const screen = approvalsScreen(page)
  await screen.open(first.interactions[0].id)
  await expect(runScreen(page).live("Live")).toBeVisible()
  await screen.card.reason.pressSequentially("wrong queue")
  await screen.item("Looked at meanwhile").getByRole("link").click()
  await expect(page).toHaveURL(new RegExp(second.interactions[0].id))
  await expect(screen.card.reason).toHaveValue("")
  await screen.item("Reason begun here").getByRole("link").click()
  await expect(screen.card.reason).toHaveValue("wrong queue")
  await screen.card.decline.click()
  await expect(screen.card.receipt).toContainText("wrong queue")
  await expect(screen.card.receipt).not.toContainText("was not sent")
})
