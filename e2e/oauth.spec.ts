// An MCP client that is given nothing but the address: its person signs in, allows it, finds it among their clients, and disconnects it.
import type { Page } from "@playwright/test"
import { callback, generations, type Kept } from "../test/fixtures/oauth-clients"
import { admin } from "./http-client"
import { createsATicket } from "./programs"
import { settingsScreen } from "./screens/settings-screen"
import { signInScreen } from "./screens/sign-in-screen"
import { expect, test } from "./test"

test.use({ storageState: { cookies: [], origins: [] } })

const [earlier] = generations

/** The client, in the place where the browser comes back to; what it came with. */
const listensFor = async (page: Page) => {
  const came = page.waitForRequest((request) => request.url().startsWith(callback))
  await page.route(`${callback}?*`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>The client</title><main>You can close this page.</main>" })
  )
  return async () => new URL((await came).url()).searchParams
}

/** A client that wants in, and the page that it opens. */
const wantsIn = async (url: string) => {
  const kept: Kept = {}
  const signingIn = { url: `${url}/api/mcp`, kept }
  await expect(earlier.connect(signingIn)).rejects.toThrow()
  return { signingIn, opened: String(kept.sentTo) }
}

test("a client is let in by its person in the browser, works, and is shut out when it is disconnected", async ({ page, signalbox }) => {
  const { signingIn, opened } = await wantsIn(signalbox.url)
  const cameBack = await listensFor(page)
  await page.goto(opened)
  await signInScreen(page).submit(admin)
  await expect(page.getByRole("heading", { name: "Let this client in?" })).toBeVisible()
  await expect(page.getByText("“Earlier editor”")).toBeVisible()
  await expect(page.getByText("127.0.0.1:4711")).toBeVisible()
  await expect(page.getByText(admin.email)).toBeVisible()
  await page.getByRole("button", { name: "Allow" }).click()
  await expect(page.getByText("You can close this page.")).toBeVisible()
  await earlier.answered(signingIn, await cameBack())

  const client = await earlier.connect(signingIn)
  const paused = await client.call("execute", { code: createsATicket("Asked by a client that signed in") })
  expect(paused["structuredContent"]).toMatchObject({ status: "waiting_for_interaction" })

  await settingsScreen(page).open("account")
  const row = page.getByRole("listitem").filter({ hasText: "Earlier editor" })
  await expect(row.getByText(/last used/)).toBeVisible()
  await row.getByRole("link", { name: /^Disconnect/ }).click()
  await page.getByRole("button", { name: /^Disconnect .* for good$/ }).click()
  await expect(row).toHaveCount(0)
  await expect(client.listTools()).rejects.toThrow()
  await client.close()
})

test.describe("before JavaScript has loaded", () => {
  test.use({ javaScriptEnabled: false })

  test("a person says no, and the client is told so", async ({ page, signalbox }) => {
    const { opened } = await wantsIn(signalbox.url)
    const cameBack = await listensFor(page)
    await page.goto(opened)
    await signInScreen(page).submit(admin)
    await page.getByRole("button", { name: "Deny" }).click()
    await expect(page.getByText("You can close this page.")).toBeVisible()
    expect(Object.fromEntries(await cameBack())).toMatchObject({ error: "access_denied", state: "the state" })
  })
})
