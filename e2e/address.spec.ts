// What stands in an address and means nothing there is told, by the server and by the browser alike.
import { runsScreen } from "./screens/runs-screen"
import { expect, test } from "./test"

test("what a page does not understand of its address stands there as a chip", async ({ page }) => {
  const told: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["/metrics?range=24h&last=5y", ["range=24h", "last=5y"]],
    ["/settings/audit?nouns=rule", ["nouns=rule"]],
    ["/approvals?status=failed", ["status=failed"]],
    ["/runs?zoom=1&constructor=2", ["zoom=1", "constructor=2"]]
  ]
  for (const [address, parameters] of told) {
    await page.goto(address)
    for (const one of parameters) await expect(page.getByRole("link", { name: `Dismiss ${one}`, exact: true })).toBeVisible()
  }
  await runsScreen(page).isLive()
})
