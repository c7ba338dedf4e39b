import type { Page } from "@playwright/test"
import { approvalCard } from "./approval-card"

export const approvalsScreen = (page: Page) => ({
  open: (id?: string) => page.goto(id === undefined ? "/approvals" : `/approvals/${id}`),
  item: (text: string) => page.getByRole("listitem").filter({ hasText: text }),
  card: approvalCard(page.getByRole("main")),
  history: page.getByRole("tab", { name: /History/ }),
  navigationCount: page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /Approvals/ })
})
