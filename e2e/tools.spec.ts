import { runScreen } from "./screens/run-screen"
import { toolsScreen } from "./screens/tools-screen"
import { expect, test } from "./test"

const bookApi = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Books", version: "1" },
  servers: [{ url: "https://books.example" }],
  paths: {
    "/books": { get: { operationId: "listBooks", tags: ["books"], summary: "Lists the books." } },
    "/books/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      delete: { operationId: "deleteBook", tags: ["books"], summary: "Burns a book." }
    }
  }
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "before JavaScript has loaded", () => {
    test.use({ javaScriptEnabled })

    test("an admin adds an API by its description, finds its tools, tries one under the rules, and removes it", async ({ page }) => {
      const name = javaScriptEnabled ? "books" : "plainbooks"
      const screen = toolsScreen(page)
      await screen.open()
      await screen.addSource.click()
      await screen.field("Name").fill(name)
      await screen.field("or its text").fill("{")
      await screen.button("Add source").click()
      await expect(page.getByText(/not valid JSON/).first()).toBeVisible()

      await expect(screen.field("Name")).toHaveValue(name)
      await screen.field("or its text").fill(bookApi)
      await screen.field("Kind").selectOption("bearer")
      await screen.field("Token, password or key").fill("canary-of-the-books")
      await screen.button("Add source").click()
      await expect(screen.heading(name)).toBeVisible()
      await expect(page.getByText("bearer token")).toBeVisible()
      expect(await page.content()).not.toContain("canary-of-the-books")

      await screen.search("burn a book")
      await screen.tool(`${name}.books.deleteBook`).click()
      await expect(screen.heading(`${name}.books.deleteBook`)).toBeVisible()
      await screen.field("Try it with these arguments").fill('{ "id": "1" }')
      await screen.button("Run").click()
      await expect(page).toHaveURL(/\/runs\/run_/)
      await expect(async () => {
        if (!javaScriptEnabled) await page.reload()
        await expect(runScreen(page).status("Needs approval")).toBeVisible({ timeout: 2_000 })
      }).toPass()

      await page.goto(`/tools?source=${name}`)
      await screen.link("Remove").click()
      await screen.button("Remove source").click()
      await expect(page).toHaveURL(/\/tools$/)
      await expect(screen.source(name)).toHaveCount(0)
    })

    test("an admin chooses another kind of source, and is told in words why it cannot be added", async ({ page }) => {
      const screen = toolsScreen(page)
      await page.goto("/tools/add")
      await screen.link("GraphQL").click()
      await expect(screen.field("Name of the key")).toHaveCount(0)
      await screen.link("MCP server").click()
      await expect(page.getByText("SIGNALBOX_ALLOW_STDIO=1")).toBeVisible()
      await screen.field("Name").fill("notes")
      await screen.field("Address").fill("http://169.254.169.254/mcp")
      await screen.field("Kind").selectOption("bearer")
      await screen.field("Token, password or key").fill("canary-of-the-notes")
      await screen.button("Add source").click()
      await expect(page.getByText(/a link-local or metadata address/).first()).toBeVisible()
      await expect(screen.field("Name")).toHaveValue("notes")
      expect(await page.content()).not.toContain("canary-of-the-notes")
    })
  })
}
