// What stands in an address and means nothing there is told, by the server and by the browser alike.
import { expect, test } from "./test"

test("what a page does not understand of its address stands there as a chip", async ({ page }) => {
  const told: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["/metrics?range=24h&last=5y", ["range=24h", "last=5y"]],
    ["/settings/audit?nouns=rule", ["nouns=rule"]],
    ["/approvals?status=failed", ["status=failed"]],
    // Names that every object has, and one in two places: the page of the server is the browser's, or React says so.
    ["/runs?b=1&__proto__=1&constructor=2&b=3", ["b=1", "__proto__=1", "constructor=2", "b=3"]],
    ["/runs?status=failed&constructor=2", ["constructor=2"]]
  ]
  for (const [address, parameters] of told) {
    await page.goto(address)
    for (const one of parameters) await expect(page.getByRole("link", { name: `Dismiss ${one}`, exact: true })).toBeVisible()
  }
  await expect(page.getByText("Live", { exact: true }).filter({ visible: true }).first()).toBeVisible()
})
