// From signing in to signing out without a pointer: what cannot be reached by Tab cannot be reached.
import type { Locator, Page } from "@playwright/test"
import { admin } from "./http-client"
import { createsATicket } from "./programs"
import { runScreen } from "./screens/run-screen"
import { expect, test } from "./test"

/** More than any page of the console has before its last control. */
const mostTabs = 80

const tabTo = async (page: Page, wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> => {
  for (let n = 0; n < mostTabs; n++) {
    if (await wanted.evaluateAll((all) => all.some((one) => one.contains(document.activeElement)))) return
    await page.keyboard.press(key)
  }
  await expect(wanted, `${mostTabs} times ${key}`).toBeFocused()
}

const isLive = (page: Page) => expect(runScreen(page).live("Live")).toBeVisible()

test.use({ storageState: { cookies: [], origins: [] } })

test("sign in, submit a program, approve its call, read its record, decline another with a reason, and sign out by keys alone", async ({
  page,
  asAdmin,
  faults
}) => {
  // What the list reads in the moment in which the session ends is refused.
  faults.allow(/status of 401/)
  test.slow()
  await page.goto("/sign-in")
  await tabTo(page, page.getByLabel("Email", { exact: true }))
  await page.keyboard.type(admin.email)
  await page.keyboard.press("Tab")
  await tabTo(page, page.getByLabel("Password", { exact: true }))
  await page.keyboard.type(admin.password)
  await page.keyboard.press("Enter")
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible()
  await isLive(page)

  // The first Tab offers the way past the navigation.
  await page.keyboard.press("Tab")
  await expect(page.getByRole("link", { name: "Skip to the page" })).toBeFocused()

  await page.keyboard.press("Control+k")
  await page.keyboard.type("new run")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/runs\/new/)
  const editor = page.getByRole("textbox", { name: "Program" })
  // A plain field at first, whose place the editor takes: keys of before and after would be mixed.
  await expect(page.locator(".cm-content").first()).toBeVisible()
  await tabTo(page, editor)
  await page.keyboard.press("Control+a")
  await page.keyboard.insertText(createsATicket("By keys alone"))
  await page.keyboard.press("Control+Enter")
  await expect(page).toHaveURL(/\/runs\/run_/)
  const run = runScreen(page)
  await expect(run.status("Needs approval")).toBeVisible()
  await expect(run.card.approve).toBeEnabled()
  await tabTo(page, run.card.approve)
  await page.keyboard.press("Enter")
  await expect(run.status("Completed")).toBeVisible()

  await tabTo(page, page.getByRole("main").getByRole("link", { name: /^Tool calls/ }))
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/tab=calls/)
  await expect(page.getByRole("main").getByText("demo.tickets.create").first()).toBeVisible()

  const { body: asked } = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Declined by keys"), waitMs: 30_000 })
  await tabTo(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /Approvals/ }), "Shift+Tab")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/approvals/)
  const item = page.getByRole("listitem").filter({ hasText: "Declined by keys" }).getByRole("link")
  await expect(item.first()).toBeVisible()
  await tabTo(page, item.first())
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(new RegExp(asked.interactions[0].id))
  await expect(run.card.decline).toBeEnabled()
  await page.keyboard.press("d")
  await page.keyboard.type("not this week")
  await page.keyboard.press("Control+Enter")
  await expect(run.card.receipt).toContainText("not this week")

  await tabTo(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Runs", exact: true }), "Shift+Tab")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/runs$/)
  await isLive(page)
  await expect(page.locator("tr[data-run]").first()).toBeVisible()
  await page.keyboard.press("j")
  await expect(page.locator("tr[data-run] [data-row-link]:focus")).toHaveCount(1)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/runs\?run=run_/)
  await page.keyboard.press("Escape")
  await expect(page).toHaveURL(/\/runs$/)

  await tabTo(page, page.getByRole("button", { name: "Sign out" }), "Shift+Tab")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/sign-in/)
})
