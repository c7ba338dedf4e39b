// The first minute of every new user, on a server that knows nobody yet. Nothing was read before.
import { runScreen } from "./screens/run-screen"
import { runsScreen } from "./screens/runs-screen"
import { setupScreen } from "./screens/setup-screen"
import { startSignalbox } from "./signalbox-process"
import { expect, test } from "./test"

test.use({ storageState: { cookies: [], origins: [] } })

test("from the printed link to a finished run in the list", async ({ page }) => {
  const server = await startSignalbox()
  try {
    await page.goto(await server.setupLink())
    // The token leaves the address before anybody can copy it from there.
    await expect(page).not.toHaveURL(/token=/)
    await setupScreen(page).createAdmin({ name: "Ann Keller", email: "ann@signalbox.test", password: "a-long-password-for-tests" })

    await expect(page).toHaveURL(/\/runs\/new/)
    await page.getByRole("button", { name: /^Run/ }).click()
    await expect(page).toHaveURL(/\/runs\/run_[0-9a-f-]+/)
    const runAddress = page.url()

    const run = runScreen(page)
    await expect(run.status("Needs approval")).toBeVisible()
    await run.card.approve.click()

    await expect(run.status("Needs input")).toBeVisible()
    await answerEveryField(page)
    await run.card.send.click()

    await expect(run.status("Completed")).toBeVisible()
    await runsScreen(page).open()
    await page.goto(`${server.url}/runs`)
    const row = page.getByRole("row").filter({ hasText: "Completed" })
    await expect(row).toHaveCount(1)
    await row.getByRole("link").first().click()
    await expect(page).toHaveURL(runAddress)
  } finally {
    await server.dispose()
  }
})

test("the link works once", async ({ page, browser }) => {
  const server = await startSignalbox()
  try {
    const link = await server.setupLink()
    await page.goto(link)
    await setupScreen(page).createAdmin({ name: "Ann Keller", email: "ann@signalbox.test", password: "a-long-password-for-tests" })
    await expect(page).toHaveURL(/\/runs\/new/)

    const late = await browser.newContext()
    const answer = await (await late.newPage()).goto(link)
    expect(answer?.url()).not.toContain("/runs/new")
    await expect(late.pages()[0]?.getByRole("button", { name: /create/i }) ?? page).toHaveCount(0)
    await late.close()
  } finally {
    await server.dispose()
  }
})

const answerEveryField = async (page: import("@playwright/test").Page) => {
  const form = page
    .getByRole("main")
    .locator("form")
    .filter({ has: page.getByRole("button", { name: /^Send answers/ }) })
  for (const group of await form.getByRole("radiogroup").all()) await group.getByRole("radio").first().check()
  for (const field of await form.getByRole("textbox").all()) if ((await field.inputValue()) === "") await field.fill("Ann")
  for (const field of await form.getByRole("spinbutton").all()) if ((await field.inputValue()) === "") await field.fill("1")
}
