import type { Locator } from "@playwright/test"
import { formatCount } from "../app/hooks/number-format"
import { runsScreen } from "./screens/runs-screen"
import { seedRuns } from "./seeded-runs"
import { expect, test } from "./test"

const hour = 3_600_000

/** How many runs: 200 arrive, 5,000 are walked through and 1,200 run again in the whole story. */
const arriving = Number(process.env["ARRIVING"] ?? 40)
const walked = Number(process.env["ROWS"] ?? 600)
const inBulk = Number(process.env["BULK"] ?? 96)

/** Rows that no other story counts: found by a word of their own. */
const seeded = (dataDir: string, word: string, count: number, startedAt: (n: number) => number) =>
  seedRuns(
    dataDir,
    Array.from({ length: count }, (_, n) => ({
      title: `${word} ${n}`,
      startedAt: startedAt(n),
      status: n % 5 === 0 ? ("failed" as const) : ("completed" as const),
      tool: n % 3 === 0 ? `${word}.read` : `${word}.deep.write`
    }))
  )

test("the address shows the same list to somebody else; Back brings back filter, place and focus; junk becomes chips", async ({
  page,
  browser,
  signalbox,
  adminSession
}) => {
  seeded(signalbox.dataDir, "addressword", 160, (n) => Date.now() - hour - n * 1000)
  const screen = runsScreen(page)
  const search = "?status=completed&q=addressword&columns=title~300,status,id&density=comfortable&stauts=x&tool=no..path&view=view_gone"
  await screen.open(search)
  await screen.isLive()
  await expect(page.getByText("stauts=x").first()).toBeVisible()
  await expect(page.getByText("tool=no..path").first()).toBeVisible()
  await expect(page.getByText("view=view_gone").first()).toBeVisible()
  await expect(page.getByRole("columnheader").filter({ hasText: /\w/ })).toHaveText(["Title", "Status", "Id"])

  const other = await browser.newContext({ storageState: adminSession, baseURL: signalbox.url })
  const theirs = await other.newPage()
  await theirs.goto(page.url())
  await expect(theirs.locator("tr[data-run]").first()).toBeVisible()
  const titles = (of: typeof page) => of.locator("tr[data-run] [data-row-link]").allTextContents()
  await expect.poll(async () => (await titles(theirs)).join()).toBe((await titles(page)).join())
  await other.close()

  await screen.pane.evaluate((pane) => pane.scrollTo({ top: 1500 }))
  const row = page.locator("tr[data-run]").filter({ hasText: "addressword 41" })
  const title = row.getByRole("link")
  await title.focus()
  const top = await screen.pane.evaluate((pane) => pane.scrollTop)
  await page.goto("/rules")
  await page.goBack()
  await expect(row).toBeVisible()
  await expect(title).toBeFocused()
  expect(await screen.pane.evaluate((pane) => pane.scrollTop)).toBe(top)
  expect(new URL(page.url()).search).toContain("q=addressword")
})

test("hovering a row while runs arrive: nothing moves under the pointer, and the pill counts exactly", async ({ page, signalbox, asAdmin }) => {
  test.setTimeout(240_000 + arriving * 500)
  seeded(signalbox.dataDir, "hoverword", 20, (n) => Date.now() - hour - n * 1000)
  const screen = runsScreen(page)
  await screen.open("?q=hoverword")
  await screen.isLive()
  const third = page.locator("tr[data-run]").nth(2)
  const hovered = await third.getAttribute("data-run")
  await third.hover()
  for (let from = 0; from < arriving; from += 10)
    await Promise.all(Array.from({ length: 10 }, (_, n) => asAdmin("POST", "/api/v1/runs", { code: `// hoverword new ${from + n}\nreturn 1`, waitMs: 30_000 })))
  await expect(page.getByRole("button", { name: `${arriving} new runs` })).toBeVisible({ timeout: 30_000 })
  await page.mouse.down()
  await page.mouse.up()
  await expect(page).toHaveURL(new RegExp(`run=${hovered}`))
  await expect(page.getByRole("complementary", { name: "Run" })).toContainText("hoverword 2")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: `${arriving} new runs` }).click()
  await expect(screen.rows.first()).toContainText("hoverword new")
})

/** The runs of the rows that are drawn, once they are drawn where the pane was scrolled to: a busy machine draws them a moment later. */
const idsInView = async (pane: Locator): Promise<ReadonlyArray<string>> => {
  let ids: ReadonlyArray<string> = []
  await expect
    .poll(async () => {
      const drawn = await pane.evaluate((element) => {
        const rows = [...element.querySelectorAll("tr[data-run]")]
        const { top, bottom } = element.getBoundingClientRect()
        const [first, last] = [rows.at(0)?.getBoundingClientRect(), rows.at(-1)?.getBoundingClientRect()]
        // The sticky head covers the first row's height; below the last row there is only the foot of the list.
        const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 80
        const covers = first !== undefined && last !== undefined && first.top <= top + 40 && (last.bottom >= bottom || isAtEnd)
        return { covers, ids: rows.map((row) => row.getAttribute("data-run") ?? "") }
      })
      ids = drawn.ids
      return drawn.covers
    })
    .toBe(true)
  return ids
}

test("runs of three moments are walked to the end and back, each once", async ({ page, signalbox }) => {
  test.setTimeout(240_000 + walked * 60)
  const base = Date.now() - 2 * hour
  const ids = seeded(signalbox.dataDir, "walkword", walked, (n) => base - (n % 3))
  const screen = runsScreen(page)
  await screen.open("?q=walkword&last=24h")
  await screen.isLive()
  const seen = new Set<string>()
  await expect(async () => {
    for (const id of await idsInView(screen.pane)) seen.add(id)
    await screen.pane.evaluate((pane) => pane.scrollBy({ top: 600 }))
    expect(seen.size).toBe(walked)
  }).toPass({ timeout: 100_000 + walked * 50, intervals: [50] })
  expect(seen).toEqual(new Set(ids))
  expect(await page.locator("tr[data-run]").count()).toBeLessThan(120)
  // Of equal moments the later id comes first; on the way back each is where it was.
  const ordered = [...ids].sort().reverse()
  expect([...seen]).toEqual(ordered)
  const back = new Set<string>()
  await expect(async () => {
    for (const id of [...(await idsInView(screen.pane))].reverse()) back.add(id)
    await screen.pane.evaluate((pane) => pane.scrollBy({ top: -600 }))
    expect(back.size).toBe(walked)
  }).toPass({ timeout: 100_000 + walked * 50, intervals: [50] })
  expect([...back]).toEqual(ordered.reverse())
})

test("all that match are held fast: they run again, what matches meanwhile does not", async ({ page, signalbox, asAdmin }) => {
  test.setTimeout(240_000 + inBulk * 500)
  const written = formatCount(inBulk)
  seeded(signalbox.dataDir, "bulkword", (inBulk * 5) / 4, (n) => Date.now() - hour - n * 1000)
  const screen = runsScreen(page)
  await screen.open("?q=bulkword&status=completed")
  await screen.isLive()
  await page.locator("thead label").click()
  await page.getByRole("button", { name: `Select all ${written} matching` }).click()
  await expect(page.getByRole("region", { name: "Selected runs" })).toContainText(`${written} runs selected`)
  await asAdmin("POST", "/api/v1/runs", { code: "// bulkword, too late\nreturn 1", waitMs: 30_000 })
  const again = page.getByRole("button", { name: "Run again" })
  const dialog = page.getByRole("dialog", { name: `Run ${written} runs again?` })
  await again.click()
  await dialog.getByRole("button", { name: "Back" }).click()
  await expect(again).toBeFocused()
  await again.click()
  await expect(dialog).toContainText("Contains bulkword")
  await dialog.getByRole("button", { name: "Run them again" }).click()
  await expect(dialog.getByRole("status")).toHaveText(`${written} started`, { timeout: 60_000 + inBulk * 400 })
  // More new runs than a page has: none of the rows that were there is on it when the list is read again.
  const done = async () => (await asAdmin("GET", "/api/v1/runs/facets?q=bulkword&trigger=rerun&status=completed")).body.total
  await expect.poll(done, { timeout: 60_000 + inBulk * 400 }).toBe(inBulk)
  await dialog.getByRole("button", { name: "Close" }).click()
  // Nothing is selected any more: the keys go on in the list.
  await expect(page.locator("[data-row-link]:focus")).toHaveCount(1)
  const reruns = await asAdmin("GET", "/api/v1/runs/facets?q=bulkword&trigger=rerun")
  expect(reruns.body).toMatchObject({ total: inBulk })
})

test("a view is kept under a name, says when it was changed, and opens first", async ({ page, signalbox, asAdmin }) => {
  seeded(signalbox.dataDir, "viewword", 6, (n) => Date.now() - hour - n * 1000)
  const screen = runsScreen(page)
  await screen.open("?q=viewword&status=failed")
  await screen.isLive()
  await screen.inViews("Save as a new view…")
  await page.getByLabel("Name").fill("Failed viewwords")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/view=view_/)
  await expect(page.getByRole("button", { name: /^Failed viewwords/ })).toBeFocused()
  // Leaving the page would take along what is still on its way to the server.
  const chosen = page.waitForResponse(/views\.setDefault/)
  await screen.inViews("Open this view first", "Failed viewwords")
  await chosen
  await screen.open()
  await expect(screen.rows).toHaveCount(2)
  await page
    .getByRole("link", { name: /^Remove Status/ })
    .first()
    .click()
  await expect(screen.rows).toHaveCount(6)
  await expect(page.getByRole("button", { name: /Failed viewwords.*changed/ })).toBeVisible()
  await screen.inViews("Back to “Failed viewwords”", "Failed viewwords")
  await expect(screen.rows).toHaveCount(2)
  const removed = page.waitForResponse(/views\.remove/)
  await screen.inViews("Remove “Failed viewwords”", "Failed viewwords")
  await removed
  await screen.open()
  await expect(page).not.toHaveURL(/view=/)

  // What others share meanwhile is in the menu, however long the page is open.
  await screen.isLive()
  const menu = page.getByRole("button", { name: "Views" })
  const shared = page.getByRole("menuitem", { name: "Shared elsewhere" })
  await menu.click()
  await expect(page.getByRole("menuitem", { name: "All runs" })).toBeVisible()
  await expect(shared).toHaveCount(0)
  await page.keyboard.press("Escape")
  const { body } = await asAdmin("POST", "/api/trpc/views.share", { json: { name: "Shared elsewhere", search: "?status=failed" } })
  await menu.click()
  await expect(shared).toBeVisible()
  await asAdmin("POST", "/api/trpc/views.removeShared", { json: { id: body.result.data.json.id } })
})

test("a title that would turn its line around is shown for what it is, in the list and in the tab", async ({ page, signalbox }) => {
  const [id] = seedRuns(signalbox.dataDir, [{ title: "turnword \u202efdp.exe", startedAt: Date.now() - hour }])
  const screen = runsScreen(page)
  await screen.open("?q=turnword")
  await expect(screen.rows).toHaveCount(1)
  await expect(screen.rows.first().locator("[data-row-link]")).toContainText("U+202E")
  await expect(page.getByText("\u202e")).toHaveCount(0)
  await page.goto(`/runs/${id}`)
  await expect(page).toHaveTitle(/turnword <U\+202E>fdp\.exe/)
})
