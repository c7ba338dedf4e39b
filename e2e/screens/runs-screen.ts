import type { Page } from "@playwright/test"

export const runsScreen = (page: Page) => ({
  open: (search = "") => page.goto(`/runs${search}`),
  row: (title: string) => page.getByRole("row").filter({ hasText: title }),
  liveChip: page.getByRole("main").getByText("Live", { exact: true })
})
