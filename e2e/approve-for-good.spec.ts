// What lets more through than the call at hand: a rule that comes with an approval, and calls that cannot be undone.
import { createsATicket } from "./programs"
import { approvalsScreen } from "./screens/approvals-screen"
import { runScreen } from "./screens/run-screen"
import { expect, test } from "./test"

test("a wish to always allow goes with its own answer: one that failed leaves nothing behind, and there is none for edited arguments", async ({
  page,
  asAdmin,
  faults
}) => {
  faults.allow(/ERR_FAILED|Failed to fetch/)
  const submitted = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Allowed only this once"), waitMs: 30_000 })
  const rulesBefore = (await asAdmin("GET", "/api/v1/rules")).body.items.length
  const sent: Array<string> = []
  page.on("request", (request) => {
    if (/interactions\.answer/.test(request.url())) sent.push(request.postData() ?? "")
  })
  const screen = approvalsScreen(page)
  await screen.open(submitted.body.interactions[0].id)
  // What opens a rule comes with JavaScript; the levers do not.
  await expect(runScreen(page).live("Live")).toBeVisible()
  await expect(screen.card.approve).toBeEnabled()
  const line = page.getByRole("button", { name: /Approve and always allow like this/ })
  await line.click()
  const wish = page.getByRole("button", { name: "Approve and always allow this" })
  await expect(wish).toBeEnabled()

  await page.getByText("Edit arguments before approving").click()
  const args = page.getByRole("textbox", { name: "Arguments to call it with" })
  const asked = await args.inputValue()
  for (const other of ["{ broken", '{ "title": "As made harmless" }']) {
    await args.fill(other)
    await expect(wish).toBeDisabled()
    await expect(page.getByText("The rule would be about the arguments as they were asked; undo the edit first.")).toBeVisible()
  }
  await args.fill(asked)
  await expect(wish).toBeEnabled()

  await page.route(/interactions\.answer/, (route) => route.abort())
  await wish.click()
  await expect(page.getByText(/The server did not answer/).first()).toBeVisible()
  await page.unroute(/interactions\.answer/)
  await line.click()
  await screen.card.approve.click()
  await expect(screen.card.receipt).toBeVisible()
  await expect.poll(async () => (await asAdmin("GET", `/api/v1/runs/${submitted.body.id}`)).body.status).toBe("completed")
  // The rule travels with the answer that it was wished for, and with no other.
  expect(sent.map((body) => body.includes('"rule"'))).toEqual([true, false])
  expect((await asAdmin("GET", "/api/v1/rules")).body.items).toHaveLength(rulesBefore)
})

const burns = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Late books", version: "1" },
  servers: [{ url: "https://books.example" }],
  paths: {
    "/books/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      delete: { operationId: "burnBook", tags: ["books"], summary: "Burns a book." }
    }
  }
})

test("a tool that cannot be undone wants its word in an inbox that was open before there was such a tool, and is not approved in bulk", async ({
  page,
  asAdmin
}) => {
  const screen = approvalsScreen(page)
  await screen.open()
  await expect(page.getByText("Live", { exact: true }).filter({ visible: true })).toBeVisible()
  const source = await asAdmin("POST", "/api/v1/sources", { kind: "openapi", name: "latebooks", spec: burns })
  expect(source.status).toBe(201)
  const asked: Array<string> = []
  try {
    for (const title of ["Burns it", "Burns it again"]) {
      const code = `// ${title}\nreturn await tools.latebooks.books.burnBook({ id: "late-7" })`
      const { interactions } = (await asAdmin("POST", "/api/v1/runs", { code, waitMs: 30_000 })).body
      expect(interactions[0]).toMatchObject({ status: "pending", effect: "destructive" })
      asked.push(interactions[0].id)
    }
    await expect(screen.item("id: late-7")).toHaveCount(2)
    await screen.item("id: late-7").first().click()
    const word = page.getByRole("textbox", { name: "Type burnBook to approve" })
    await expect(word).toBeVisible()
    await expect(page.getByText("Burns a book. It cannot be undone.").first()).toBeVisible()
    await expect(page.getByRole("button", { name: /^Approve all/ })).toHaveCount(0)
    await page.keyboard.press("a")
    await expect(word).toBeFocused()
    for (const id of asked) expect((await asAdmin("GET", `/api/v1/interactions/${id}`)).body.status).toBe("pending")
  } finally {
    for (const id of asked) await asAdmin("POST", `/api/v1/interactions/${id}/answer`, { action: "decline", comment: "not this one" })
    await asAdmin("DELETE", "/api/v1/sources/latebooks")
  }
})
