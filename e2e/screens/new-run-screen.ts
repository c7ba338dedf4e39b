import { expect, type Page } from "@playwright/test"

export const newRunScreen = (page: Page) => ({
  open: () => page.goto("/runs/new"),
  heading: page.getByRole("heading", { name: "New run" }),
  program: page.getByRole("textbox", { name: /program/i }),
  /** Before JavaScript has loaded the program is a plain field; the editor then takes its place and its text. */
  write: async (code: string) => {
    await expect(page.locator(".cm-content").first()).toBeVisible()
    await page.getByRole("textbox", { name: /program/i }).fill(code)
  },
  run: () => page.getByRole("button", { name: /^Run/ }).click()
})
