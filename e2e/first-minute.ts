// The first minute of every new user, step by step; nothing was read before.
import { expect, type Page } from "@playwright/test"
import { runScreen } from "./screens/run-screen"
import { setupScreen } from "./screens/setup-screen"
import type { Signalbox } from "./signalbox-process"

export const liveFirstMinute = async (page: Page, server: Signalbox): Promise<void> => {
  await page.goto(await server.setupLink())
  // The token leaves the address before anybody can copy it from there.
  await expect(page).not.toHaveURL(/token=/)
  await setupScreen(page).createAdmin({ name: "Ann Keller", email: "ann@signalbox.test", password: "a-long-password-for-tests" })

  await expect(page).toHaveURL(/\/runs\/new/)
  await page.getByRole("button", { name: /^Run/ }).click()
  await expect(page).toHaveURL(/\/runs\/run_[0-9a-f-]+/)
  const address = page.url()

  const run = runScreen(page)
  await expect(run.status("Needs approval")).toBeVisible()
  await run.card.approve.click()

  await expect(run.status("Needs input")).toBeVisible()
  await expect(run.card.send).toBeEnabled()
  await answerEveryField(page)
  await run.card.send.click()

  await expect(run.status("Completed")).toBeVisible()
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Runs", exact: true }).click()
  const row = page.getByRole("row").filter({ hasText: "Completed" })
  await expect(row).toHaveCount(1)
  // Beside the list: the same run, and a way to its own page.
  await row.getByRole("link").first().click()
  await expect(page).toHaveURL(new RegExp(`/runs\\?run=${address.split("/").at(-1)}$`))
  await expect(page.getByText("Completed", { exact: true }).filter({ visible: true }).first()).toBeVisible()
}

/** Whatever the sample asks: the first choice, a name, a number. */
const answerEveryField = async (page: Page): Promise<void> => {
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: /^Send answers/ }) })
  const chosen = new Set<string>()
  for (const radio of await form.getByRole("radio").all()) {
    const name = (await radio.getAttribute("name")) ?? ""
    if (!chosen.has(name)) await radio.check()
    chosen.add(name)
  }
  for (const choice of await form.getByRole("combobox").all()) await choice.selectOption({ index: 1 })
  for (const field of await form.getByRole("textbox").all()) if ((await field.inputValue()) === "") await field.fill("Ann")
  for (const field of await form.getByRole("spinbutton").all()) if ((await field.inputValue()) === "") await field.fill("1")
}
