// What holds on every page in both themes: nothing serious for axe, no policy report, no hydration warning (the last two by the `faults` fixture).
import AxeBuilder from "@axe-core/playwright"
import { appPages } from "./app-pages"
import { nobody } from "./colleague"
import { everyAddress, settle } from "./every-address"
import { expect, test } from "./test"

test("the folder of pages is read", () => {
  expect(appPages().map(({ pattern }) => pattern)).toEqual(expect.arrayContaining(["/sign-in", "/setup", "/runs", "/runs/[id]", "/runs/new", "/approvals"]))
})

/** Pages that show what they were read with. */
const readOnce = /^\/(metrics|rules|tools)(\?|$)/

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing serious on any page in the ${theme} theme`, async ({ asAdmin, browser, adminSession, signalbox }) => {
    test.slow()
    const all = await everyAddress(asAdmin)
    for (const signedIn of [true, false]) {
      const context = await browser.newContext({
        baseURL: signalbox.url,
        colorScheme: theme,
        reducedMotion: "reduce",
        // A new context would come with the session of this file's tests.
        storageState: signedIn ? adminSession : nobody
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
  for (const { address, signedIn } of await everyAddress(asAdmin)) {
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
    // What does not follow the feed must not pass for as live as the chip beside it.
    if (readOnce.test(address)) await expect(page.getByRole("link", { name: /^As of .*\d\d:\d\d:\d\d Read again$/ })).toBeVisible()
  }
})

for (const width of [390, 320]) {
  test(`no page scrolls sideways at ${width} px`, async ({ page, asAdmin }) => {
    test.slow()
    await page.setViewportSize({ width, height: 844 })
    for (const { address, signedIn } of await everyAddress(asAdmin)) {
      if (!signedIn) continue
      await settle(page, address)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${address} at ${width} px`).toBeLessThanOrEqual(0)
    }
  })
}
