import { colleague, nobody } from "./colleague"
import { admin, signedIn } from "./http-client"
import { createsATicket } from "./programs"
import { approvalsScreen } from "./screens/approvals-screen"
import { settingsScreen } from "./screens/settings-screen"
import { expect, test } from "./test"

test("an admin invites somebody, who joins with a role and loses everything when removed", async ({ page, browser, signalbox, faults }) => {
  faults.allow(/status of 40[13]/)
  const settings = settingsScreen(page)
  await settings.open("members")
  const link = await settings.invite("olive@signalbox.test", "Operator")
  await expect(settings.openInvitation("olive@signalbox.test")).toBeVisible()

  const theirs = await browser.newContext({ baseURL: signalbox.url, storageState: nobody })
  try {
    const olive = await theirs.newPage()
    await olive.goto(link)
    await expect(olive).toHaveURL(/\/invite$/)
    await settingsScreen(olive).join({ name: "Olive Odell", password: "a-long-password-of-olive" })
    await expect(olive).toHaveURL(/\/runs/)
    // The link is spent, for them and for whoever finds it.
    await olive.goto(link)
    await expect(olive.getByRole("heading", { name: "This invitation is over" })).toBeVisible()

    await settings.open("members")
    await expect(settings.openInvitation("olive@signalbox.test")).toHaveCount(0)
    await settings.changeRole("Olive Odell", "Viewer")
    await expect(settings.member("Olive Odell").getByText("Viewer")).toBeVisible()
    await olive.goto("/settings")
    await expect(settingsScreen(olive).member("Ann")).toBeVisible()

    await settings.remove("Olive Odell")
    await expect(settings.member("Olive Odell")).toHaveCount(0)
    await olive.goto("/runs")
    await expect(olive).toHaveURL(/\/sign-in/)
  } finally {
    await theirs.close()
  }
})

test("a viewer sees what happens and finds nothing to press", async ({ browser, asAdmin, signalbox }) => {
  const submitted = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Looked at by a viewer"), waitMs: 30_000 })
  const { page: vic, context } = await colleague({ browser, signalbox, asAdmin }, "Vic", "viewer")
  try {
    const inbox = approvalsScreen(vic)
    for (const address of [`/approvals/${submitted.body.interactions[0].id}`, `/runs/${submitted.body.id}`]) {
      await vic.goto(address)
      await expect(vic.getByRole("main").getByText("Looked at by a viewer").first()).toBeVisible()
      await expect(inbox.card.approve).toHaveCount(0)
      await expect(inbox.card.decline).toHaveCount(0)
      await expect(vic.getByRole("main").getByRole("button", { name: /^(Cancel|Rerun)/ })).toHaveCount(0)
    }
    await vic.goto("/settings")
    await expect(vic).toHaveURL(/\/settings\/members/)
    await expect(settingsScreen(vic).tabs).toHaveText(["Members", "Retention", "Your account", "About"])
    await expect(vic.getByRole("main").getByRole("link", { name: /^Change/ })).toHaveCount(0)
    await expect(vic.getByRole("main").getByRole("button", { name: /invit|remove/i })).toHaveCount(0)
    await vic.goto("/settings/tokens")
    await expect(vic.getByRole("heading", { name: "Only admins see this" })).toBeVisible()
  } finally {
    await context.close()
  }
})

test("a service token is shown once, works, and opens nothing once it is revoked", async ({ page, signalbox }) => {
  const settings = settingsScreen(page)
  await settings.open("tokens")
  const secret = await settings.createToken("nightly job")
  const list = () => fetch(`${signalbox.url}/api/v1/runs`, { headers: { authorization: `Bearer ${secret}` } })
  expect((await list()).status).toBe(200)
  await settings.open("tokens")
  await expect(page.getByRole("main")).not.toContainText(secret)
  await expect(settings.token("nightly job")).toContainText("last used")
  await settings.revokeToken("nightly job")
  await expect(settings.token("nightly job")).toHaveCount(0)
  expect((await list()).status).toBe(401)
})

test.describe("before JavaScript has loaded", () => {
  test.use({ javaScriptEnabled: false })

  test("inviting, joining and changing one's password work", async ({ page, browser, signalbox }) => {
    const settings = settingsScreen(page)
    await settings.open("members")
    const link = await settings.invite("nora@signalbox.test", "Operator")
    const theirs = await browser.newContext({ baseURL: signalbox.url, javaScriptEnabled: false, storageState: nobody })
    try {
      const nora = await theirs.newPage()
      await nora.goto(link)
      await settingsScreen(nora).join({ name: "Nora", password: "the-first-password" })
      await expect(nora).toHaveURL(/\/runs/)
      await settingsScreen(nora).open("account")
      await settingsScreen(nora).changePassword("the-first-password", "the-second-password")
      await expect(nora.getByText("Your password is changed")).toBeVisible()
    } finally {
      await theirs.close()
    }
    await expect(signedIn(signalbox, { email: "nora@signalbox.test", password: "the-first-password" })).rejects.toThrow("401")
    await signedIn(signalbox, { email: "nora@signalbox.test", password: "the-second-password" })
  })
})

test("the last admin can leave neither the role nor the team", async ({ page }) => {
  const settings = settingsScreen(page)
  await settings.open("members")
  await settings
    .member(admin.email)
    .getByRole("link", { name: /^Change/ })
    .click()
  await expect(page.getByRole("main")).toContainText("the team’s last admin")
  await expect(page.getByRole("button", { name: "Change the role" })).toHaveCount(0)
})
