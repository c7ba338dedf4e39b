import { templates } from "../app/(console)/runs/new/templates"
import { newRunScreen } from "./screens/new-run-screen"
import { runScreen } from "./screens/run-screen"
import { expect, test } from "./test"

test("a call is written by what the editor offers: source, operation, argument, value", async ({ page }) => {
  const screen = newRunScreen(page)
  await screen.open()
  await screen.write("// Completed by the editor\nreturn await ")
  await screen.program.press("Control+End")
  const offered = page.getByRole("listbox", { name: "Completions" }).getByRole("option")
  const offer = (name: string) => offered.filter({ hasText: new RegExp(`^${name}`) })
  const choose = async (name: string) => {
    await expect(offer(name)).toBeVisible()
    await offer(name).click()
  }

  await page.keyboard.type("tools.")
  await choose("demo")
  await choose("tickets")
  // What is known of an operation stands beside it.
  await expect(offer("create")).toContainText("asks first")
  await page.keyboard.type("l")
  await expect(offer("list")).toHaveAttribute("aria-selected", "true")
  await expect(page.locator(".cm-completionInfo")).toContainText("reads · allowed")
  await page.keyboard.press("Escape")
  await page.keyboard.type("ist({ ")
  await choose("status")
  await choose('"open"')
  await page.keyboard.press("Control+Enter")
  await expect(runScreen(page).title.filter({ hasText: "Completed by the editor" })).toBeVisible()
  await expect(runScreen(page).result).toContainText("open")
})

test("what stands in the editor is what runs, though Run is pressed in the moment in which it was typed", async ({ page }) => {
  const screen = newRunScreen(page)
  await screen.open()
  await screen.write("// Written first\nreturn 1")
  // Typed and pressed in one task: nothing has been drawn anew in between.
  await screen.program.evaluate(async (field) => {
    field.focus()
    document.execCommand("selectAll")
    document.execCommand("insertText", false, "// Written last\nreturn 2")
    await Promise.resolve()
    const run = [...document.querySelectorAll("button")].find((button) => button.textContent?.startsWith("Run") && button.offsetParent !== null)
    run?.click()
  })
  await expect(runScreen(page).title.filter({ hasText: "Written last" })).toBeVisible()
  await expect(runScreen(page).status("Completed")).toBeVisible()
})

test("a template is chosen by a menu, stands in the address, and comes without JavaScript", async ({ page, browser, signalbox, adminSession }) => {
  const screen = newRunScreen(page)
  await screen.open()
  await expect(page.locator(".cm-content").first()).toBeVisible()
  await page.getByRole("button", { name: "Templates" }).click()
  await page.getByRole("menuitem", { name: "Arguments of a run" }).click()
  await expect(page).toHaveURL(/template=arguments$/)
  await expect(screen.program).toContainText("Read the arguments of a run")
  await expect(page.getByRole("textbox", { name: "Arguments, JSON" })).toContainText('"most": 3')

  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: adminSession, baseURL: signalbox.url })
  const theirs = await plain.newPage()
  await theirs.goto(page.url())
  await expect(theirs.getByRole("textbox", { name: "Program" })).toHaveValue(/Read the arguments of a run/)
  await theirs.getByRole("button", { name: /^Run/ }).filter({ visible: true }).click()
  await expect(theirs).toHaveURL(/\/runs\/run_/)
  await plain.close()
})

test("what was typed over a template outlives a reload, Back and another template", async ({ page }) => {
  const screen = newRunScreen(page)
  const keptCode = () => page.evaluate(() => sessionStorage.getItem("signalbox:program:new") ?? "")
  await page.goto("/runs/new?template=at-once")
  await screen.write("// Typed over a template\nreturn 1")
  await expect.poll(keptCode).toContain("Typed over a template")
  await page.reload()
  await expect(screen.program).toContainText("Typed over a template")
  await page.goto("/approvals")
  await page.goBack()
  await expect(screen.program).toContainText("Typed over a template")

  await expect(page.locator(".cm-content").first()).toBeVisible()
  await page.getByRole("button", { name: "Templates" }).click()
  await page.getByRole("menuitem", { name: "Arguments of a run" }).click()
  await expect(screen.program).toContainText("Read the arguments of a run")
  await page.reload()
  await expect(screen.program).toContainText("Read the arguments of a run")
  await page.getByRole("button", { name: "Restore what you had" }).click()
  await expect(screen.program).toContainText("Typed over a template")
  await expect(page).toHaveURL(/template=at-once$/)
})

test("every template runs as it is", async ({ asAdmin }) => {
  for (const { name, code, args } of templates) {
    const { body } = await asAdmin("POST", "/api/v1/runs", { code, ...(args !== undefined && { args: JSON.parse(args) }), waitMs: 30_000 })
    expect({ name, status: body.status, error: body.error ?? null }).toMatchObject({
      status: expect.stringMatching(/^(completed|waiting_for_interaction)$/),
      error: null
    })
  }
})
