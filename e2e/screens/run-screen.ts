import type { Page } from "@playwright/test"
import { approvalCard } from "./approval-card"

export const runScreen = (page: Page) => ({
  open: (id: string) => page.goto(`/runs/${id}`),
  title: page.getByRole("heading", { level: 1 }),
  /** The status in the page's head; amber words say what kind of person's act is awaited. */
  status: (word: RegExp | string) => page.getByRole("main").getByText(word).first(),
  /** The chip that says whether the page is live; a phone has its own, hidden elsewhere. */
  live: (word: RegExp | string) => page.getByText(word, { exact: true }).filter({ visible: true }).first(),
  card: approvalCard(page.getByRole("main")),
  result: page.getByRole("region", { name: "Result" }),
  cancel: page.getByRole("button", { name: /^Cancel run/ })
})
