import type { Page } from "@playwright/test"
import { expect, test } from "./test"

const opened = async (page: Page) => {
  await expect(page.getByText("Live", { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await page.keyboard.press("Control+k")
  const input = page.getByRole("combobox", { name: "Go anywhere" })
  await expect(input).toBeFocused()
  return input
}

test("Ctrl+K leads to a page, a filter, a run by its id, and a run by its words, by keys alone", async ({ page, asAdmin }) => {
  const { body: run } = await asAdmin("POST", "/api/v1/runs", { code: "// Sorts quinces\nreturn 'done'", waitMs: 30_000 })

  await page.goto("/approvals")
  await (await opened(page)).fill("metr")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/metrics$/)
  await expect(page.getByRole("heading", { name: "Metrics", level: 1 })).toBeVisible()

  await (await opened(page)).fill("failed")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/runs\?status=failed/)

  await (await opened(page)).fill(`https://elsewhere.example/runs/${run.id}?tab=logs`)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(new RegExp(`/runs/${run.id}$`))

  await page.goto("/approvals")
  await (await opened(page)).fill("quinces")
  const found = page.getByRole("option", { name: /Sorts quinces/ })
  await expect(found).toBeVisible()
  // What was chosen before the run was found stays chosen: the list of all of them.
  await expect(page.getByRole("option", { name: /All runs with/ })).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("ArrowUp")
  await expect(found).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(new RegExp(`/runs/${run.id}$`))
})

test("the palette closes with Esc, keeps no words, and leaves the page's keys alone while it is open", async ({ page }) => {
  await page.goto("/approvals")
  await (await opened(page)).fill("j?")
  await expect(page.getByRole("dialog", { name: "Keys" })).toHaveCount(0)
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(await opened(page)).toHaveValue("")
})
