// On a server that knows nobody yet.
import type { Page } from "@playwright/test"
import { liveFirstMinute } from "./first-minute"
import { setupScreen } from "./screens/setup-screen"
import { type Signalbox, startSignalbox } from "./signalbox-process"
import { expect, bareTest as test } from "./test"

test("from the printed link to a finished run in the list, and an inbox in which nothing waits", async ({ page, context }) => {
  test.slow()
  const server = await startSignalbox()
  try {
    await liveFirstMinute(page, server)
    await context.grantPermissions(["notifications"])
    await seeEmptyInbox(page, server)
    // Before its server goes: an open page would rightly complain that its stream was cut off.
    await page.close()
  } finally {
    await server.dispose()
  }
})

/** Who decided what last, and the offer to be told of the next question, which is not made twice. */
const seeEmptyInbox = async (page: Page, server: Signalbox) => {
  const offer = page.getByRole("button", { name: "Notify me in this browser" })
  const isLive = () => expect(page.getByText("Live", { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await page.goto(`${server.url}/approvals`)
  await expect(page.getByRole("heading", { name: "Nothing needs you" })).toBeVisible()
  await isLive()
  await offer.click()
  await expect(page.getByText("This browser tells you from now on.")).toBeFocused()
  await page.reload()
  await isLive()
  await expect(offer).toHaveCount(0)
  await page.getByRole("link", { name: /Last: answered by Ann Keller/ }).click()
  await expect(page).toHaveURL(/\/approvals\/int_[0-9a-f-]+\?tab=history$/)
}

test("the link works once", async ({ page, browser }) => {
  test.slow()
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
