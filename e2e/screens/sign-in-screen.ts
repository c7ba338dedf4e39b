import type { Page } from "@playwright/test"

export const signInScreen = (page: Page) => ({
  open: (returnTo?: string) => page.goto(returnTo ?? "/sign-in"),
  heading: page.getByRole("heading", { name: "Sign in" }),
  problem: page.getByRole("main").getByRole("alert"),
  submit: async ({ email, password }: { readonly email: string; readonly password: string }) => {
    await page.getByLabel("Email", { exact: true }).fill(email)
    await page.getByLabel("Password", { exact: true }).fill(password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
  }
})
