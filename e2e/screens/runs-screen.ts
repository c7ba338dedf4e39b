import { expect, type Page } from "@playwright/test"

export const runsScreen = (page: Page) => ({
  open: (search = "") => page.goto(`/runs${search}`),
  row: (title: string) => page.getByRole("row").filter({ hasText: title }),
  rows: page.locator("tr[data-run]"),
  /** What scrolls. */
  pane: page.locator("div:has(> table)"),
  liveChip: page.getByRole("main").getByText("Live", { exact: true }),
  isLive: () => expect(page.getByRole("main").getByText("Live", { exact: true })).toBeVisible(),
  searchFor: async (words: string) => {
    const box = page.getByRole("searchbox", { name: "Search runs" }).first()
    await box.fill(words)
    await box.press("Enter")
  },
  /** Chooses a line of the menu of views. */
  inViews: async (line: string, current = "Views") => {
    await expect(page.getByRole("main").getByText("Live", { exact: true })).toBeVisible()
    await page.getByRole("button", { name: new RegExp(`^${current}`) }).click()
    await page.getByRole("menuitem", { name: line }).click()
  }
})
