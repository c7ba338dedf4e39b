import type { Page } from "@playwright/test"
import { holdChunk } from "./held-chunk"
import { createsATicket } from "./programs"
import { runScreen } from "./screens/run-screen"
import { expect, test } from "./test"

const opened = async (page: Page) => {
  await expect(page.getByText("Live", { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await page.keyboard.press("Control+k")
  const input = page.getByRole("combobox", { name: "Go anywhere" })
  await expect(input).toBeFocused()
  return input
}

test("Ctrl+K leads to a page, a filter, a run by its id, and a run by its words, by keys alone", async ({ page, asAdmin }) => {
  const { body: run } = await asAdmin("POST", "/api/v1/runs", { code: "// Sorts quinces\nreturn 'done'", waitMs: 30_000 })

  await page.goto("/approvals")
  await (await opened(page)).fill("metr")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/metrics$/)
  await expect(page.getByRole("heading", { name: "Metrics", level: 1 })).toBeVisible()

  await (await opened(page)).fill("failed")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/runs\?status=failed/)

  await (await opened(page)).fill(`https://elsewhere.example/runs/${run.id}?tab=logs`)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(new RegExp(`/runs/${run.id}$`))

  await page.goto("/approvals")
  await (await opened(page)).fill("quinces")
  const found = page.getByRole("option", { name: /Sorts quinces/ })
  await expect(found).toBeVisible()
  // What was chosen before the run was found stays chosen: the list of all of them.
  await expect(page.getByRole("option", { name: /All runs with/ })).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("ArrowUp")
  await expect(found).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(new RegExp(`/runs/${run.id}$`))
})

test("the palette closes with Esc, keeps no words, and leaves the page's keys alone while it is open", async ({ page }) => {
  await page.goto("/approvals")
  await (await opened(page)).fill("j?")
  await expect(page.getByRole("dialog", { name: "Keys" })).toHaveCount(0)
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(await opened(page)).toHaveValue("")
})

/** What the palette's own chunk says and no other. */
const inPaletteChunk = "Runs with these words"

const waitingIn = async (page: Page) => {
  const input = page.getByRole("textbox", { name: "Go anywhere" })
  await expect(input).toBeFocused()
  return input
}

test("what is typed before the palette was fetched stays in its input and never acts upon the page", async ({ page, asAdmin }) => {
  const { body: run } = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Untouched by what is typed"), waitMs: 30_000 })
  const chunk = await holdChunk(page, inPaletteChunk)
  await page.goto(`/approvals/${run.interactions[0].id}`)
  await expect(runScreen(page).card.approve).toBeEnabled()
  // The levers can be pressed before JavaScript has loaded; keys come with it.
  await expect(page.getByText("Live", { exact: true }).filter({ visible: true }).first()).toBeVisible()

  await page.keyboard.press("Control+k")
  // On the page behind it these are: approve, decline, next, previous, hold.
  await page.keyboard.type("adjkp?")
  await expect(await waitingIn(page)).toHaveValue("adjkp?")
  chunk.arrive()
  const input = page.getByRole("combobox", { name: "Go anywhere" })
  await expect(input).toBeFocused()
  await page.keyboard.type(" on")
  await expect(input).toHaveValue("adjkp? on")
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  const { body: after } = await asAdmin("GET", `/api/v1/runs/${run.id}`)
  expect(after.status).toBe("waiting_for_interaction")
})

test("Enter goes where it leads though the palette was not fetched yet", async ({ page }) => {
  const chunk = await holdChunk(page, inPaletteChunk)
  await page.goto("/approvals")
  await expect(page.getByText("Live", { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await page.keyboard.press("Control+k")
  await page.keyboard.type("metr")
  await page.keyboard.press("Enter")
  await expect(await waitingIn(page)).toHaveValue("metr")
  chunk.arrive()
  await expect(page).toHaveURL(/\/metrics$/)
  await expect(page.getByRole("dialog")).toHaveCount(0)
})

test("a palette that cannot be fetched says so, searches, and gives the focus back", async ({ page, faults }) => {
  faults.allow(/net::ERR_FAILED|ChunkLoadError|Failed to load chunk/)
  const chunk = await holdChunk(page, inPaletteChunk)
  await page.goto("/approvals")
  await expect(page.getByText("Live", { exact: true }).filter({ visible: true }).first()).toBeVisible()
  chunk.fail()
  const rules = page.getByRole("link", { name: "Rules", exact: true }).first()
  await rules.focus()
  await page.keyboard.press("Control+k")
  await waitingIn(page)
  await expect(page.getByRole("dialog", { name: "Go anywhere" }).getByRole("alert")).toContainText("could not be fetched")
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(rules).toBeFocused()
  await page.keyboard.press("Control+k")
  await page.keyboard.type("quinces & pears")
  await expect(page.getByRole("dialog", { name: "Go anywhere" }).getByRole("alert")).toBeVisible()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/runs\?q=quinces/)
})
