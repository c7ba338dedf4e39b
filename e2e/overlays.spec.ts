// What opens beside a button: it comes with a chunk of its own, and must behave as if it had always been there.
import { holdChunk } from "./held-chunk"
import { countsTickets } from "./programs"
import { runsScreen } from "./screens/runs-screen"
import { expect, test } from "./test"

test("a menu opens by pointer and by key, closes by its own button and by Escape, and gives the focus back", async ({ page }) => {
  await page.goto("/runs?status=completed,failed")
  await runsScreen(page).isLive()
  const button = page.getByRole("button", { name: "Views" })
  const menu = page.getByRole("menu")
  await button.click()
  await expect(menu).toBeVisible()
  await expect(button).toHaveAttribute("aria-expanded", "true")
  await button.click()
  await expect(menu).toBeHidden()
  await button.press("ArrowDown")
  await expect(menu.getByRole("menuitem").first()).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await button.press("Enter")
  await expect(menu.getByRole("menuitem").first()).toBeFocused()
  // Who goes elsewhere by pointer is left there.
  const search = page.getByRole("searchbox").filter({ visible: true }).first()
  await search.click()
  await expect(menu).toBeHidden()
  await expect(search).toBeFocused()
})

test("a popover opens by its key, holds the focus, and closes by Escape to its button", async ({ page }) => {
  await page.goto("/runs?status=completed,failed")
  await runsScreen(page).isLive()
  const button = page.getByRole("button", { name: /^Time/ })
  await button.click()
  const dialog = page.getByRole("dialog", { name: "Filter by time" })
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(":focus")).toHaveCount(1)
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await expect(dialog).toBeVisible()
  await button.click()
  await expect(dialog).toBeHidden()
})

test("a hint comes to the keyboard's focus and to a resting pointer, describes its element, and goes by Escape", async ({ page }) => {
  await page.goto("/runs?status=completed,failed")
  const chip = page.getByRole("button", { name: "Live", exact: true })
  await expect(chip).toBeVisible()
  const hint = page.getByRole("tooltip")
  await chip.hover()
  await expect(hint).toHaveText("Hold changes back (p)")
  await expect(chip).toHaveAccessibleDescription("Hold changes back (p)")
  // The way onto the hint does not close it.
  await hint.hover()
  await expect(hint).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(hint).toBeHidden()
  await page.mouse.move(4, 4)
  await page.getByRole("searchbox").filter({ visible: true }).first().focus()
  await page.keyboard.press("Tab")
  await expect(chip).toBeFocused()
  await expect(hint).toHaveText("Hold changes back (p)")
  await page.keyboard.press("Tab")
  await expect(hint).toBeHidden()
})

/** What the content of a run's panel says and nothing else of the list. */
const inPanelChunk = "About this run"

test("a run that is opened and closed before its content was fetched is closed; what cannot be fetched says so and is tried again", async ({
  page,
  asAdmin,
  faults
}) => {
  faults.allow(/net::ERR_FAILED|ChunkLoadError|Failed to load chunk/)
  const { body: run } = await asAdmin("POST", "/api/v1/runs", { code: countsTickets("Opened early"), waitMs: 30_000 })
  const chunk = await holdChunk(page, inPanelChunk)
  await page.goto("/runs?q=Opened+early")
  const title = page.locator(`tr[data-run="${run.id}"] [data-row-link]`)
  await runsScreen(page).isLive()
  await page.keyboard.press("j")
  await expect(title).toBeFocused()
  await page.keyboard.press("Enter")
  const panel = page.getByRole("complementary", { name: "Run" })
  await expect(panel).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(panel).toHaveCount(0)
  await expect(title).toBeFocused()

  await page.keyboard.press("Enter")
  chunk.fail()
  await expect(panel.getByRole("alert")).toContainText("could not be fetched")
  await page.unroute("**/_next/**/*.js*")
  await panel.getByRole("button", { name: "Retry" }).click()
  await expect(panel.getByRole("heading", { level: 1 })).toHaveText("Opened early")
})
