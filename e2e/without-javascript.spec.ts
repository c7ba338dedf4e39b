import { admin } from "./http-client"
import { createsATicket } from "./programs"
import { runScreen } from "./screens/run-screen"
import { signInScreen } from "./screens/sign-in-screen"
import { expect, test } from "./test"

test.use({ javaScriptEnabled: false, storageState: { cookies: [], origins: [] } })

test("sign in, submit and answer before JavaScript has loaded", async ({ page }) => {
  await page.goto("/runs/new")
  await signInScreen(page).submit(admin)
  await expect(page).toHaveURL(/\/runs\/new/)

  await page.getByRole("textbox", { name: /program/i }).fill(createsATicket("Without JavaScript"))
  await page.getByRole("button", { name: /^Run/ }).click()
  await expect(page).toHaveURL(/\/runs\/run_/)
  const screen = runScreen(page)
  const address = page.url()
  await shows(page, address, "Needs approval")

  await screen.card.approve.click()
  await shows(page, address, "Completed")
})

/** Without JavaScript nothing is pushed: people reload. */
const shows = (page: import("@playwright/test").Page, address: string, word: string) =>
  expect(async () => {
    await page.goto(address)
    await expect(runScreen(page).status(word)).toBeVisible({ timeout: 1_000 })
  }).toPass()
