// What stands in an address and means nothing there is told, by the server and by the browser alike.
import { expect, test } from "./test"

test("what a page does not understand of its address stands there as a chip", async ({ page }) => {
  const told: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["/metrics?range=24h&last=5y", ["range=24h", "last=5y"]],
    ["/settings/audit?nouns=rule", ["nouns=rule"]],
    ["/approvals?status=failed", ["status=failed"]]
  ]
  for (const [address, parameters] of told) {
    await page.goto(address)
    for (const one of parameters) await expect(page.getByRole("link", { name: `Dismiss ${one}`, exact: true })).toBeVisible()
  }
  await expect(page.getByText("Live", { exact: true }).filter({ visible: true }).first()).toBeVisible()
})
