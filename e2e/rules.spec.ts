import { createsATicket } from "./programs"
import { runScreen } from "./screens/run-screen"
import { expect, test } from "./test"

test("a rule is made and tried out, holds a call, and is joined by one from the card that lets the next call pass", async ({ page, asAdmin }) => {
  const submit = async (title: string) => (await asAdmin("POST", "/api/v1/runs", { code: createsATicket(title), waitMs: 30_000 })).body
  await submit("Rules: before")

  await page.goto("/rules")
  const form = page.getByRole("region", { name: "Add a rule" })
  await form.getByRole("radio", { name: /^Ask/ }).check()
  await form.getByRole("combobox", { name: "Tools" }).fill("demo.tickets.*")
  await form.getByRole("textbox", { name: "Argument of condition 1" }).fill("title")
  await form.getByRole("combobox", { name: "Test of condition 1" }).selectOption("glob")
  await form.getByRole("textbox", { name: "Value of condition 1" }).fill("Rules: *")
  await form.getByText("Who approves, for how long it waits").click()
  await form.getByLabel("Its questions wait").fill("3")
  await form.getByRole("button", { name: "Try on 30 days" }).click()
  await expect(form.getByText(/In the last 30 days it would have asked about/)).toBeVisible()
  // What was typed is still there, and there is room for more.
  await expect(form.getByRole("textbox", { name: "Argument of condition 1" })).toHaveValue("/title")
  await expect(form.getByRole("textbox", { name: "Argument of condition 2" })).toHaveValue("")
  await expect(form.getByLabel("Its questions wait")).toHaveValue("3")
  await form.getByRole("button", { name: "Add rule" }).click()
  const listed = page.getByRole("listitem").filter({ hasText: "demo.tickets.*" })
  await expect(listed).toContainText('title like "Rules: *"')
  await expect(listed).toContainText("waits 3 hours")

  const held = await submit("Rules: held")
  expect(held.interactions[0]).toMatchObject({ status: "pending", rule: { pattern: "demo.tickets.*" } })
  await page.goto(`/runs/${held.id}`)
  await expect(runScreen(page).live("Live")).toBeVisible()
  await expect(runScreen(page).card.approve).toBeEnabled()
  await page.getByRole("button", { name: /Approve and always allow like this/ }).click()
  const approve = page.getByRole("button", { name: "Approve and always allow this" })
  await expect(approve).toBeEnabled()
  await approve.click()
  await expect(page.getByText(/from now on allowed: demo\.tickets\.create/).first()).toBeVisible()
  await expect(runScreen(page).status("Completed")).toBeVisible()

  expect(await submit("Rules: held")).toMatchObject({ status: "completed", interactions: [] })
  await page.goto("/settings/audit?noun=rule")
  await expect(page.getByText("demo.tickets.create").first()).toBeVisible()
  await expect(page.getByText("demo.tickets.*").first()).toBeVisible()
  for (const { id } of (await asAdmin("GET", "/api/v1/rules")).body.items) await asAdmin("DELETE", `/api/v1/rules/${id}`)
})
