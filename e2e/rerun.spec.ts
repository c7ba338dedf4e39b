import { newRunScreen } from "./screens/new-run-screen"
import { runScreen } from "./screens/run-screen"
import { expect, test } from "./test"

test("a run is run again from its page, edited, with arguments that are hidden on screen", async ({ page, asAdmin }) => {
  const code = "// Greets by name\nreturn `hello ${args.user}, ${args.password.length}`"
  const first = await asAdmin("POST", "/api/v1/runs", { code, args: { user: "ann", password: "0123456789" }, waitMs: 30_000 })
  expect(first.body.result).toBe("hello ann, 10")
  const screen = runScreen(page)
  await screen.open(first.body.id)
  await page.getByRole("link", { name: "Rerun" }).click()
  await expect(page).toHaveURL(/\/runs\/new\?rerun=/)
  await expect(page.getByText("as a run of its own")).toBeVisible()
  await newRunScreen(page).write("// Greets by name, twice\nreturn `hello ${args.user}, ${args.password.length}`.repeat(2)")
  await page.getByRole("button", { name: /^Run again/ }).click()
  await expect(screen.title.filter({ hasText: "Greets by name, twice" })).toBeVisible()
  await expect(screen.result).toContainText("hello ann, 10hello ann, 10")
  await expect(page.getByText("0123456789")).toHaveCount(0)
  await page.getByRole("link", { name: /^run_/ }).click()
  await expect(page).toHaveURL(new RegExp(first.body.id))
})

test("a run shows the runs below it as they begin and end", async ({ page, asAdmin }) => {
  const parent = await asAdmin("POST", "/api/v1/runs", { code: "// Looks after others\nreturn await human.approve({ message: 'Done?' })", waitMs: 30_000 })
  const screen = runScreen(page)
  await screen.open(parent.body.id)
  await expect(screen.live("Live")).toBeVisible()
  const below = page.getByRole("region", { name: "Runs below this one" })
  await expect(below).toHaveCount(0)
  const child = await asAdmin("POST", "/api/v1/runs", {
    code: "// The one below\nreturn await human.approve({ message: 'Go on?' })",
    parentRunId: parent.body.id,
    waitMs: 30_000
  })
  await expect(below.getByRole("listitem").filter({ hasText: "The one below" })).toContainText("Needs approval")
  await asAdmin("POST", `/api/v1/runs/${parent.body.id}/cancel`, {})
  await expect(below.getByRole("listitem")).toContainText("Cancelled")
  expect((await asAdmin("GET", `/api/v1/runs/${child.body.id}`)).body.status).toBe("cancelled")
})

test.describe("before JavaScript has loaded", () => {
  test.use({ javaScriptEnabled: false })

  test("a run is run again with its own arguments", async ({ page, asAdmin }) => {
    const first = await asAdmin("POST", "/api/v1/runs", { code: "return args.password.length", args: { password: "0123456789" }, waitMs: 30_000 })
    await page.goto(`/runs/new?rerun=${first.body.id}`)
    await page.getByRole("button", { name: /^Run again/ }).click()
    await expect(page).toHaveURL(/\/runs\/run_/)
    const id = new URL(page.url()).pathname.split("/").at(-1)
    await expect.poll(async () => (await asAdmin("GET", `/api/v1/runs/${id}`)).body).toMatchObject({ rerunOf: first.body.id, trigger: "rerun", result: 10 })
  })
})
