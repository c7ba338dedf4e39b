// The list, its counts, its choices and its chart are four questions: they agree, and each may go unanswered alone.
import { runsScreen } from "./screens/runs-screen"
import { seedRuns } from "./seeded-runs"
import { expect, test } from "./test"

const hour = 3_600_000

/** How many random filters are tried; 50 for the whole story. */
const sets = Number(process.env["SEEDS"] ?? 6)

/** The same numbers for the same seed, so that a failure can be had again. */
const randomOf = (seed: number) => {
  let state = seed * 2_654_435_761
  return <A>(choices: readonly [A, ...ReadonlyArray<A>]): A => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return choices[(state >>> 8) % choices.length] ?? choices[0]
  }
}

test("whatever is filtered, a choice's number is the number of rows that a click on it gives", async ({ page, signalbox }) => {
  test.setTimeout(60_000 + sets * 40_000)
  const now = Date.now()
  seedRuns(
    signalbox.dataDir,
    Array.from({ length: 40 }, (_, n) => ({
      title: `facetword ${n % 4 === 0 ? "even" : "odd"} ${n}`,
      startedAt: now - hour - n * 60_000,
      status: (["completed", "failed", "completed", "cancelled", "completed"] as const)[n % 5] ?? "completed",
      tool: (["facetword.read", "facetword.deep.write", "facetword.deep.list"] as const)[n % 3] ?? "facetword.read"
    }))
  )
  const screen = runsScreen(page)
  for (let seed = 1; seed <= sets; seed++) {
    const pick = randomOf(seed)
    const field = pick(["status", "tool"])
    const others = {
      q: pick(["facetword", "facetword even", "facetword odd"]),
      status: field === "status" ? "" : pick(["", "failed", "completed,cancelled", "failed,cancelled"]),
      tool: field === "tool" ? "" : pick(["", "facetword.read", "facetword.deep.*", "facetword.*"]),
      trigger: pick(["", "api", "api,mcp"]),
      last: pick(["", "24h", "7d"])
    }
    const search = new URLSearchParams(Object.entries(others).filter(([, value]) => value !== ""))
    await screen.open(`?${search}`)
    await screen.isLive()
    await page.keyboard.press(field === "status" ? "s" : "o")
    const choices =
      field === "status"
        ? page.getByRole("menuitemcheckbox")
        : page
            .getByRole("dialog", { name: "Filter by tool" })
            .locator("label")
            .filter({ has: page.locator("input") })
    await expect(choices.filter({ hasText: /[1-9]\d*$/ }).first()).toBeVisible()
    const offered = (await choices.allInnerTexts())
      .map((text, index) => ({ index, count: Number(/(\d+)\s*$/.exec(text)?.[1] ?? 0) }))
      .filter(({ count }) => count > 0)
    const [first, ...rest] = offered
    if (first === undefined) throw new Error("nothing is offered")
    const { index, count } = pick([first, ...rest])
    await choices.nth(index).click()
    await page.keyboard.press("Escape")
    await expect(page, `${search}`).toHaveURL(new RegExp(`${field}=`))
    await expect(screen.rows, `seed ${seed}: ${search}, ${field}`).toHaveCount(count)
    await expect(page.getByText(`${count} matching`).first()).toBeVisible()
  }
})

test("each of list, count, choices and chart may fail alone, and a failure is never called empty", async ({ page, signalbox, faults }) => {
  test.slow()
  faults.allow(/Failed to load resource|503/)
  seedRuns(
    signalbox.dataDir,
    Array.from({ length: 8 }, (_, n) => ({ title: `failword ${n}`, startedAt: Date.now() - hour - n * 1000 }))
  )
  const screen = runsScreen(page)
  let broken = ""
  await page.route("**/api/trpc/**", (route) =>
    broken !== "" && new URL(route.request().url()).pathname.endsWith(broken) ? route.fulfill({ status: 503, body: "down" }) : route.continue()
  )
  const neverCalledEmpty = () => expect(page.getByText(/\bNo runs\b|Nothing matches|No run matches/)).toHaveCount(0)
  for (const [part, tells] of [
    ["runs.histogram", page.getByText("The chart could not be read.")],
    ["runs.count", page.getByText("could not be counted").first()]
  ] as const) {
    broken = ""
    await screen.open("?q=failword")
    await screen.isLive()
    broken = part
    // Another filter is asked for by the browser, where the part is broken.
    await screen.searchFor(`failword 3`)
    await expect(screen.rows).toHaveCount(1)
    await expect(tells).toBeVisible({ timeout: 30_000 })
    await neverCalledEmpty()
  }
  broken = "runs.facets"
  await page.locator("body").click({ position: { x: 5, y: 5 } })
  await page.keyboard.press("o")
  await expect(page.getByText("The choices could not be read. Type one.")).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press("Escape")
  await expect(screen.rows).toHaveCount(1)
  broken = "runs.list"
  await screen.searchFor("failword 5")
  await expect(page.getByRole("alert").filter({ hasText: /could not be (loaded|refreshed|read)/ })).toBeVisible({ timeout: 30_000 })
  await neverCalledEmpty()
  broken = ""
  await page.getByRole("button", { name: "Retry" }).first().click()
  await expect(screen.rows).toHaveCount(1)
  await expect(screen.rows.first()).toContainText("failword 5")
})
