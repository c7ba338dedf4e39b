import { admin } from "./http-client"
import { signInScreen } from "./screens/sign-in-screen"
import { expect, test } from "./test"

test.use({ storageState: { cookies: [], origins: [] } })

test("a page asked for before signing in is there afterwards", async ({ page }) => {
  const screen = signInScreen(page)
  await page.goto("/approvals")
  await expect(page).toHaveURL(/\/sign-in/)
  await screen.submit(admin)
  await expect(page).toHaveURL(/\/approvals$/)
})

test("a wrong password is refused without saying what was wrong", async ({ page, faults }) => {
  // The browser's console notes every answer of 400 and above.
  faults.allow(/status of 40[01]/)
  const screen = signInScreen(page)
  await screen.open()
  await screen.submit({ email: admin.email, password: "not-the-password" })
  await expect(screen.problem).toBeVisible()
  const known = await screen.problem.textContent()
  await screen.submit({ email: "nobody@signalbox.test", password: "not-the-password" })
  await expect(screen.problem).toHaveText(known ?? "")
  await expect(page).toHaveURL(/\/sign-in/)
})

test("after signing out every page asks again", async ({ page, faults }) => {
  // A page that is still waking up when it signs out may open its stream in the moment in which its session ends.
  faults.allow(/status of 401/)
  const screen = signInScreen(page)
  await screen.open()
  await screen.submit(admin)
  await expect(page).toHaveURL(/\/runs/)
  await page.getByRole("button", { name: "Sign out" }).click()
  await expect(screen.heading).toBeVisible()
  await page.goto("/runs")
  await expect(page).toHaveURL(/\/sign-in/)
})
