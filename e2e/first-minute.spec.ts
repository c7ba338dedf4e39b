// On a server that knows nobody yet.
import { liveFirstMinute } from "./first-minute"
import { setupScreen } from "./screens/setup-screen"
import { startSignalbox } from "./signalbox-process"
import { expect, bareTest as test } from "./test"

test("from the printed link to a finished run in the list", async ({ page }) => {
  const server = await startSignalbox()
  try {
    await liveFirstMinute(page, server)
    // Before its server goes: an open page would rightly complain that its stream was cut off.
    await page.close()
  } finally {
    await server.dispose()
  }
})

test("the link works once", async ({ page, browser }) => {
  const server = await startSignalbox()
  try {
    const link = await server.setupLink()
    // Whoever comes without the link is told about it, instead of being asked for a password that nobody has.
    await page.goto(new URL("/", link).href)
    await expect(page.getByRole("heading", { name: "Not set up yet" })).toBeVisible()
    await expect(page.getByRole("textbox")).toHaveCount(0)
    await page.goto(link)
    await setupScreen(page).createAdmin({ name: "Ann Keller", email: "ann@signalbox.test", password: "a-long-password-for-tests" })
    await expect(page).toHaveURL(/\/runs\/new/)

    const late = await browser.newPage()
    await late.goto(link)
    await expect(late).not.toHaveURL(/runs/)
    await expect(late.getByRole("button", { name: "Create the admin" })).toHaveCount(0)
    await late.goto(new URL("/", link).href)
    await expect(late.getByRole("heading", { name: "Sign in" })).toBeVisible()
    await late.close()
    await page.close()
  } finally {
    await server.dispose()
  }
})
