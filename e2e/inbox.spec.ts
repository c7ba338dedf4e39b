import type { Locator } from "@playwright/test"
import { colleague } from "./colleague"
import { adminEnvironment, type Call, signedIn } from "./http-client"
import { lostServer } from "./page-faults"
import { createsATicket } from "./programs"
import { approvalsScreen } from "./screens/approvals-screen"
import { runScreen } from "./screens/run-screen"
import { signInScreen } from "./screens/sign-in-screen"
import { startSignalbox } from "./signalbox-process"
import { bareTest, expect, test } from "./test"

/** How often a race is run; 100 for the whole story. */
const seeds = Number(process.env["SEEDS"] ?? 3)

const asks = (title: string, times: number): string => `// ${title}
const asked = Array.from({ length: ${times} }, (_, n) => tools.demo.tickets.create({ title: ${JSON.stringify(title)} + " " + n }))
return (await Promise.allSettled(asked)).map(({ status }) => status)
`

/** How often a ticket of that title was really created. */
const ticketsNamed = async (call: Call, title: string): Promise<number> => {
  const code = `return (await tools.demo.tickets.list({ limit: 200 })).filter((ticket) => ticket.title === ${JSON.stringify(title)}).length`
  return (await call("POST", "/api/v1/runs", { code, waitMs: 30_000 })).body.result
}

bareTest("thirty approvals in twelve runs are worked by keys alone", async ({ page, faults }) => {
  // Its server ends before the page does.
  faults.allow(lostServer)
  bareTest.slow()
  const signalbox = await startSignalbox({ env: adminEnvironment })
  try {
    const asAdmin = await signedIn(signalbox)
    const runs: Array<string> = []
    for (let n = 0; n < 12; n++) {
      const { body } = await asAdmin("POST", "/api/v1/runs", { code: asks(`Worked by keys, run ${n}`, n < 6 ? 3 : 2), waitMs: 30_000 })
      runs.push(body.id)
    }
    await page.goto(`${signalbox.url}/approvals`)
    await signInScreen(page).submit({ email: adminEnvironment.SIGNALBOX_ADMIN_EMAIL, password: adminEnvironment.SIGNALBOX_ADMIN_PASSWORD })
    const { card } = approvalsScreen(page)
    await expect(runScreen(page).live("Live")).toBeVisible()
    const icon = page.locator('link[rel="icon"]').last()
    await expect(page).toHaveTitle(/^\(30\)/)
    await expect(icon).toHaveAttribute("href", /waiting/)
    for (let left = 30; left > 0; left--) {
      await expect(card.approve).toBeEnabled()
      if (left % 5 === 0) {
        await page.keyboard.press("d")
        await page.keyboard.type("not by key")
        await page.keyboard.press("Control+Enter")
      } else await page.keyboard.press("a")
      await expect(card.receipt).toBeVisible()
      await page.keyboard.press("j")
    }
    await expect(page).not.toHaveTitle(/^\(/)
    await expect(icon).toHaveAttribute("href", "/favicon.svg")
    const statuses = async () => (await Promise.all(runs.map((id) => asAdmin("GET", `/api/v1/runs/${id}`)))).map(({ body }) => body)
    await expect.poll(async () => (await statuses()).every(({ status }) => status === "completed"), { timeout: 30_000 }).toBe(true)
    const outcomes = (await statuses()).flatMap(({ interactions }) => interactions.map(({ status }: { readonly status: string }) => status))
    expect(outcomes.filter((status) => status === "accepted")).toHaveLength(24)
    expect(outcomes.filter((status) => status === "declined")).toHaveLength(6)
  } finally {
    await signalbox.dispose()
  }
})

test("a double click has one effect", async ({ page, asAdmin }) => {
  test.setTimeout(60_000 + seeds * 60_000)
  for (let n = 0; n < seeds; n++) {
    const title = `Clicked twice ${n}`
    const { body } = await asAdmin("POST", "/api/v1/runs", { code: createsATicket(title), waitMs: 30_000 })
    const screen = approvalsScreen(page)
    await screen.open(body.interactions[0].id)
    await expect(runScreen(page).live("Live")).toBeVisible()
    await expect(screen.card.approve).toBeEnabled()
    await screen.card.approve.dblclick()
    await expect(screen.card.receipt).toBeVisible()
    await expect.poll(async () => (await asAdmin("GET", `/api/v1/runs/${body.id}`)).body.status).toBe("completed")
    expect(await ticketsNamed(asAdmin, title)).toBe(1)
  }
})

test("of two people who decide at the same moment one is first, both see who, and there is one effect", async ({
  page,
  asAdmin,
  browser,
  signalbox,
  faults
}) => {
  // Who is second is told so by the status that Chromium writes into its console.
  faults.allow(/status of 409/)
  test.setTimeout(90_000 + seeds * 80_000)
  const { page: theirPage, context } = await colleague({ browser, signalbox, asAdmin }, "Rita Race", "operator")
  try {
    for (let n = 0; n < seeds; n++) {
      const title = `Decided by two ${n}`
      const { body } = await asAdmin("POST", "/api/v1/runs", { code: createsATicket(title), waitMs: 30_000 })
      const [mine, theirs] = [approvalsScreen(page), approvalsScreen(theirPage)]
      await Promise.all([mine.open(body.interactions[0].id), theirs.open(body.interactions[0].id)])
      for (const one of [page, theirPage]) await expect(runScreen(one).live("Live")).toBeVisible()
      await Promise.all([expect(mine.card.approve).toBeEnabled(), expect(theirs.card.approve).toBeEnabled()])
      const declines = n % 2 !== 0
      if (declines) await theirs.card.reason.fill("no")
      // Who is second may find the buttons gone already: the card became a receipt under the pointer, and that is right.
      const press = (button: Locator) => button.click({ timeout: 10_000 }).catch(() => undefined)
      await Promise.all([press(mine.card.approve), press(declines ? theirs.card.decline : theirs.card.approve)])
      await Promise.all([expect(mine.card.receipt).toBeVisible(), expect(theirs.card.receipt).toBeVisible()])
      const ended = async () => (await asAdmin("GET", `/api/v1/runs/${body.id}`)).body
      await expect.poll(async () => ["completed", "failed"].includes((await ended()).status)).toBe(true)
      const { interactions, status } = await ended()
      const first = String(interactions[0].resolvedBy.label)
      await Promise.all([expect(mine.card.receipt).toContainText(first), expect(theirs.card.receipt).toContainText(first)])
      expect(await ticketsNamed(asAdmin, title)).toBe(status === "completed" ? 1 : 0)
    }
  } finally {
    await context.close()
  }
})

test("approvals of exactly the same call are given at once, each by itself; a different one is left", async ({ page, asAdmin }) => {
  const title = "The very same ticket"
  const submit = (code: string) => asAdmin("POST", "/api/v1/runs", { code, waitMs: 30_000 })
  const same = [await submit(createsATicket(title)), await submit(createsATicket(title)), await submit(createsATicket(title))]
  const different = await submit(createsATicket("Another ticket"))
  const screen = approvalsScreen(page)
  await screen.open(same[0]?.body.interactions[0].id)
  await expect(runScreen(page).live("Live")).toBeVisible()
  const section = page.getByRole("region", { name: "The same call" })
  await expect(section).toContainText("2 more approvals wait for exactly this call")
  await section.getByRole("button", { name: "Approve all 3" }).click()
  await expect(section).toContainText("3 of 3 approved")
  for (const { body } of same) await expect.poll(async () => (await asAdmin("GET", `/api/v1/runs/${body.id}`)).body.status).toBe("completed")
  expect(await ticketsNamed(asAdmin, title)).toBe(3)
  expect((await asAdmin("GET", `/api/v1/runs/${different.body.id}`)).body.status).toBe("waiting_for_interaction")
})
