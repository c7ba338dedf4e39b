// What holds on every page in both themes: nothing serious for axe, no policy report, no hydration warning (the last two by the `faults` fixture).
import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { addressOf, appPages } from "./app-pages"
import type { Call } from "./http-client"
import { asksWhoTakesIt, countsTickets, createsATicket } from "./programs"
import { expect, test } from "./test"

/** Real things to look at: a finished run, a question of each kind. */
const examples = async (asAdmin: Call) => {
  const submit = async (code: string) => (await asAdmin("POST", "/api/v1/runs", { code, waitMs: 30_000 })).body
  const finished = await submit(countsTickets("Looked at"))
  const waiting = await submit(createsATicket("Looked at while waiting"))
  const asking = await submit(asksWhoTakesIt("Looked at while asking"))
  return { finished, waiting, asking }
}

const addresses = async (asAdmin: Call): Promise<ReadonlyArray<{ readonly address: string; readonly signedIn: boolean }>> => {
  const { finished, waiting, asking } = await examples(asAdmin)
  const ids = { "/runs/[id]": `/runs/${waiting.id}`, "/approvals/[id]": `/approvals/${waiting.interactions[0].id}` }
  const pages = appPages().map((page) => ({ address: addressOf(page, ids), signedIn: page.signedIn }))
  const more = [
    `/runs/${finished.id}`,
    `/runs/${asking.id}`,
    `/approvals/${asking.interactions[0].id}`,
    "/runs?status=failed,sleeping",
    "/tools/add?kind=mcp",
    "/tools/add?kind=graphql",
    "/metrics?last=24h"
  ]
  return [...pages, ...more.map((address) => ({ address, signedIn: true }))]
}

const settle = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.getByRole("main")).toBeVisible()
  // Approve and Decline wake half a second after the card appears; until then they look disabled.
  for (const button of await page.getByRole("button", { name: /^(Approve|Decline|Send)/ }).all()) await expect(button).toBeEnabled()
}

test("the folder of pages is read", () => {
  expect(appPages().map(({ pattern }) => pattern)).toEqual(expect.arrayContaining(["/sign-in", "/setup", "/runs", "/runs/[id]", "/runs/new", "/approvals"]))
})

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing serious on any page in the ${theme} theme`, async ({ asAdmin, browser, adminSession, signalbox }) => {
    test.slow()
    const all = await addresses(asAdmin)
    for (const signedIn of [true, false]) {
      const context = await browser.newContext({
        baseURL: signalbox.url,
        colorScheme: theme,
        reducedMotion: "reduce",
        ...(signedIn ? { storageState: adminSession } : {})
      })
      const page = await context.newPage()
      for (const { address } of all.filter((one) => one.signedIn === signedIn)) {
        await settle(page, address)
        const { violations } = await new AxeBuilder({ page }).analyze()
        const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical")
        const told = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)
        expect(told, `${address} in ${theme}`).toEqual([])
      }
      await context.close()
    }
  })
}

test("every page answers with the policy, and nothing on it offends against it", async ({ page, asAdmin }) => {
  test.slow()
  for (const { address, signedIn } of await addresses(asAdmin)) {
    if (!signedIn) continue
    const answer = await page.goto(address)
    const headers = answer?.headers() ?? {}
    const policy = headers["content-security-policy"] ?? ""
    expect(policy, address).toMatch(/script-src [^;]*'nonce-[^']+'/)
    expect(policy, address).not.toContain("unsafe-eval")
    expect(policy, address).toContain("frame-ancestors 'none'")
    expect(headers["x-content-type-options"], address).toBe("nosniff")
    expect(headers["referrer-policy"], address).toBe("same-origin")
    expect(headers["x-powered-by"], address).toBeUndefined()
    await expect(page.getByRole("main")).toBeVisible()
  }
})

for (const width of [390, 320]) {
  test(`no page scrolls sideways at ${width} px`, async ({ page, asAdmin }) => {
    test.slow()
    await page.setViewportSize({ width, height: 844 })
    for (const { address, signedIn } of await addresses(asAdmin)) {
      if (!signedIn) continue
      await settle(page, address)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${address} at ${width} px`).toBeLessThanOrEqual(0)
    }
  })
}
