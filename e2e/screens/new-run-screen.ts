import type { Page } from "@playwright/test"

export const newRunScreen = (page: Page) => ({
  open: () => page.goto("/runs/new"),
  heading: page.getByRole("heading", { name: "New run" }),
  program: page.getByRole("textbox", { name: /program/i }),
  write: async (code: string) => {
    const program = page.getByRole("textbox", { name: /program/i })
    await program.click()
    await page.keyboard.press("ControlOrMeta+a")
    await page.keyboard.insertText(code)
  },
  run: () => page.getByRole("button", { name: /^Run/ }).click()
})
