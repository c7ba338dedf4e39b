// A second person, with an account and a browser of their own: invited by the admin, joined through the link.
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test"
import type { Call } from "./http-client"
import { settingsScreen } from "./screens/settings-screen"
import type { Signalbox } from "./signalbox-process"

/** A new context would be signed in as the test's own person. */
export const nobody = { cookies: [], origins: [] }

export interface Colleague {
  readonly name: string
  readonly page: Page
  readonly context: BrowserContext
}

interface Inviting {
  readonly browser: Browser
  readonly signalbox: Signalbox
  readonly asAdmin: Call
}

export const colleague = async ({ browser, signalbox, asAdmin }: Inviting, name: string, role: "viewer" | "operator" | "admin"): Promise<Colleague> => {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@signalbox.test`
  const invited = await asAdmin("POST", "/api/trpc/members.invite", { json: { email, role } })
  expect(invited.status).toBe(200)
  const context = await browser.newContext({ baseURL: signalbox.url, storageState: nobody })
  const page = await context.newPage()
  await page.goto(invited.body.result.data.json.link)
  await settingsScreen(page).join({ name, password: "a-long-password-for-tests" })
  await expect(page).toHaveURL(/\/runs/)
  return { name, page, context }
}
