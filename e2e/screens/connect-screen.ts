import type { Page } from "@playwright/test"

export const connectScreen = (page: Page) => ({
  open: () => page.goto("/connect"),
  client: (name: string) => page.getByRole("navigation", { name: "Client" }).getByRole("link", { name, exact: true }),
  configuration: (name: string) => page.getByRole("region", { name: `Configuration for ${name}` })
})
