import type { Page } from "@playwright/test"

/** The Tools page as people use it. */
export const toolsScreen = (page: Page) => ({
  open: () => page.goto("/tools"),
  addSource: page.getByRole("link", { name: "Add source" }).first(),
  source: (name: string) => page.getByRole("navigation", { name: "Sources" }).getByRole("link", { name: new RegExp(`^${name}\\b`) }),
  heading: (name: string) => page.getByRole("heading", { name, exact: true }),
  tool: (path: string) => page.getByRole("region", { name: "Tools" }).getByRole("link", { name: new RegExp(`^${path.replaceAll(".", "\\.")}\\b`) }),
  search: async (words: string) => {
    await page.getByRole("searchbox", { name: "Search tools" }).fill(words)
    await page.getByRole("button", { name: "Search" }).click()
  },
  button: (name: string) => page.getByRole("button", { name, exact: true }),
  link: (name: string) => page.getByRole("link", { name, exact: true }),
  field: (name: string) => page.getByLabel(name, { exact: true })
})
