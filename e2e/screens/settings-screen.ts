import { expect, type Page } from "@playwright/test"

/** Settings and, since it leads there, the page of an invitation. */
export const settingsScreen = (page: Page) => {
  const main = page.getByRole("main")
  const row = (text: string) => main.getByRole("listitem").filter({ hasText: text })
  const secretIn = async (name: RegExp): Promise<string> => {
    const box = main.getByRole("region", { name })
    await expect(box).toBeVisible()
    return (await box.locator("code").first().textContent()) ?? ""
  }
  return {
    open: (section: "members" | "tokens" | "account" | "about") => page.goto(`/settings/${section}`),
    tabs: page.getByRole("navigation", { name: "Settings" }).getByRole("link"),
    member: row,
    openInvitation: (email: string) => row(email).filter({ hasText: "invited by" }),
    token: row,
    /** The one-time link. */
    invite: async (email: string, role: "Viewer" | "Operator" | "Admin"): Promise<string> => {
      await page.getByLabel("Email", { exact: true }).fill(email)
      await main.getByRole("radio", { name: new RegExp(`^${role}`) }).check()
      await page.getByRole("button", { name: "Make an invitation link" }).click()
      return secretIn(/^Invitation for/)
    },
    join: async ({ name, password }: { readonly name: string; readonly password: string }) => {
      await page.getByLabel("Your name").fill(name)
      await page.getByLabel("Password", { exact: true }).fill(password)
      await page.getByRole("button", { name: "Join", exact: true }).click()
    },
    changeRole: async (name: string, role: "Viewer" | "Operator" | "Admin") => {
      await row(name)
        .getByRole("link", { name: /^Change/ })
        .click()
      await row(name)
        .getByRole("radio", { name: new RegExp(`^${role}`) })
        .check()
      await page.getByRole("button", { name: "Change the role" }).click()
      await expect(page.getByRole("button", { name: "Change the role" })).toHaveCount(0)
    },
    remove: async (name: string) => {
      await row(name)
        .getByRole("link", { name: /^Change/ })
        .click()
      await page.getByRole("button", { name: "Remove from the team" }).click()
    },
    /** The secret. */
    createToken: async (name: string): Promise<string> => {
      await page.getByLabel("Name", { exact: true }).fill(name)
      await page.getByRole("button", { name: "Create the token" }).click()
      return secretIn(/^Token /)
    },
    revokeToken: async (name: string) => {
      await row(name)
        .getByRole("link", { name: /^Revoke/ })
        .click()
      await page.getByRole("button", { name: /^Revoke .* for good$/ }).click()
    },
    changePassword: async (current: string, next: string) => {
      await page.getByLabel("Current password").fill(current)
      await page.getByLabel("New password").fill(next)
      await page.getByRole("button", { name: "Change the password" }).click()
    }
  }
}
