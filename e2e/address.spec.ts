// What stands in an address and means nothing there is told, by the server and by the browser alike.
import { addressOf, appPages } from "./app-pages"
import { createsATicket } from "./programs"
import { expect, test } from "./test"

test("every page tells what it does not understand of its address, before JavaScript has loaded", async ({ asAdmin }) => {
  const { body: run } = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Asked for oddly"), waitMs: 30_000 })
  const ids = { "/runs/[id]": `/runs/${run.id}`, "/approvals/[id]": `/approvals/${run.interactions[0].id}` }
  // The bare address of the settings leads to the first of them.
  const pages = appPages().filter(({ pattern, signedIn }) => signedIn && pattern !== "/" && pattern !== "/settings")
  for (const page of pages) {
    const address = `${addressOf(page, ids)}?zoom=1`
    const { status, body } = await asAdmin("GET", address)
    expect(status, address).toBe(200)
    expect(String(body), address).toContain('aria-label="Dismiss zoom=1"')
  }
})

test("what a page does not understand of its address stands there as a chip, and goes with its cross", async ({ page }) => {
  const told: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["/metrics?range=24h&last=5y", ["range=24h", "last=5y"]],
    ["/settings/audit?nouns=rule", ["nouns=rule"]],
    ["/approvals?status=failed", ["status=failed"]],
    // Names that every object has, and one in two places: the page of the server is the browser's, or React says so.
    ["/runs?b=1&__proto__=1&constructor=2&b=3", ["b=1", "__proto__=1", "constructor=2", "b=3"]],
    ["/runs?status=failed&constructor=2", ["constructor=2"]],
    ["/rules?effect=maybe&edit=gone", ["effect=maybe", "edit=gone"]],
    ["/runs/new?template=nothing", ["template=nothing"]]
  ]
  for (const [address, parameters] of told) {
    await page.goto(address)
    for (const one of parameters) await expect(page.getByRole("link", { name: `Dismiss ${one}`, exact: true })).toBeVisible()
  }
  await expect(page.getByText("Live", { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await page.getByRole("link", { name: "Dismiss template=nothing" }).click()
  await expect(page).toHaveURL(/\/runs\/new$/)
  await expect(page.getByRole("link", { name: /^Dismiss/ })).toHaveCount(0)
})
