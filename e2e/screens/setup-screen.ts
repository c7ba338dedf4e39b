import type { Page } from "@playwright/test"

export const setupScreen = (page: Page) => ({
  createAdmin: async ({ name, email, password }: { readonly name: string; readonly email: string; readonly password: string }) => {
    await page.getByLabel("Your name").fill(name)
    await page.getByLabel("Email", { exact: true }).fill(email)
    await page.getByLabel("Password", { exact: true }).fill(password)
    await page.getByRole("button", { name: "Create the admin" }).click()
  }
})
