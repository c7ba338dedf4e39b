import { colleague } from "./colleague"
import { createsATicket } from "./programs"
import { approvalsScreen } from "./screens/approvals-screen"
import { expect, test } from "./test"

test("the other operator's card turns into a receipt by the stream alone", async ({ page, asAdmin, browser, signalbox }) => {
  const submitted = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Decided by the first"), waitMs: 30_000 })
  const interactionId: string = submitted.body.interactions[0].id

  const { page: onlooker, context } = await colleague({ browser, signalbox, asAdmin }, "Olga Onlooker", "operator")
  try {
    const theirs = approvalsScreen(onlooker)
    await theirs.open(interactionId)
    await expect(theirs.card.approve).toBeEnabled()
    await expect(onlooker.getByText("Live", { exact: true }).filter({ visible: true })).toBeVisible()
    // From here on nothing but the open stream reaches this page.
    await onlooker.route("**/*", (route) => route.abort())

    const mine = approvalsScreen(page)
    await mine.open(interactionId)
    await mine.card.approve.click()
    await expect(mine.card.receipt).toBeVisible()

    // Two people: the other one is told by whom.
    await expect(theirs.card.receipt).toContainText(/Approved by ann/i)
    await expect(theirs.card.approve).toHaveCount(0)
  } finally {
    await context.close()
  }
})

test("each of two operators sees that the other looks at the same question, for as long as it is so", async ({ page, asAdmin, browser, signalbox }) => {
  const submitted = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Looked at by two"), waitMs: 30_000 })
  const [{ id: interactionId }] = submitted.body.interactions
  const { page: theirPage, context } = await colleague({ browser, signalbox, asAdmin }, "Tom Watcher", "operator")
  const mine = approvalsScreen(page)
  await mine.open(interactionId)
  await expect(mine.card.approve).toBeEnabled()
  const place = await mine.card.approve.boundingBox()
  await expect(page.getByText(/looking at this too/)).toHaveCount(0)

  // On the run's own page, where the card is pinned.
  await theirPage.goto(`/runs/${submitted.body.id}`)
  await expect(page.getByText("Tom Watcher is looking at this too")).toBeVisible()
  await expect(theirPage.getByText(/^ann.* is looking at this too/i)).toBeVisible()
  // It came and moved nothing.
  expect(await mine.card.approve.boundingBox()).toEqual(place)

  await theirPage.goto("/rules")
  await expect(page.getByText(/looking at this too/)).toHaveCount(0)
  await theirPage.goBack()
  await expect(page.getByText("Tom Watcher is looking at this too")).toBeVisible()
  // It ends with the stream.
  await context.close()
  await expect(page.getByText(/looking at this too/)).toHaveCount(0)
  await mine.card.approve.click()
  await expect(mine.card.receipt).toBeVisible()
})

test("an answer that came second is told who was first, and nothing happens twice", async ({ page, asAdmin, signalbox }) => {
  const title = "Decided while the page was open"
  const submitted = await asAdmin("POST", "/api/v1/runs", { code: createsATicket(title), waitMs: 30_000 })
  const interactionId: string = submitted.body.interactions[0].id
  const screen = approvalsScreen(page)
  await screen.open(interactionId)
  await expect(screen.card.approve).toBeEnabled()
  await asAdmin("POST", `/api/v1/interactions/${interactionId}/answer`, { action: "decline", comment: "not this one" })
  await expect(page.getByText(/Declined by/).first()).toBeVisible()
  await expect(screen.card.approve).toHaveCount(0)
  expect(signalbox.output()).not.toContain("Internal error")
})

test("who has agreed is told that another person has to, and the receipt says what was edited", async ({ page, asAdmin, browser, signalbox }) => {
  const title = "Decided by two people"
  const { page: theirPage, context } = await colleague({ browser, signalbox, asAdmin }, "Vera Vote", "operator")
  const when = { args: [{ pointer: "/title", in: [title, `${title}, edited`] }] }
  const rule = await asAdmin("POST", "/api/v1/rules", { pattern: "demo.tickets.create", effect: "require_approval", fourEyes: true, selfApproval: true, when })
  try {
    const submitted = await asAdmin("POST", "/api/v1/runs", { code: createsATicket(title), waitMs: 30_000 })
    const [{ id: interactionId }] = submitted.body.interactions
    const mine = approvalsScreen(page)
    await mine.open(interactionId)
    await expect(mine.card.approve).toBeEnabled()
    await expect(page.getByText("once another person agrees as well")).toBeVisible()
    await page.getByText("Edit arguments before approving").click()
    await page.getByRole("textbox", { name: "Arguments to call it with" }).fill(JSON.stringify({ title: `${title}, edited` }))
    await mine.card.approve.click()
    await expect(page.getByText(/You have agreed\. Another person/)).toBeVisible()
    await expect(mine.card.approve).toBeDisabled()

    const theirs = approvalsScreen(theirPage)
    await theirs.open(interactionId)
    await expect(theirPage.getByText("once another person agrees as well")).toHaveCount(0)
    await theirs.card.approve.click()
    await expect(mine.card.receipt).toContainText(/with arguments edited by ann/i)
    await expect(mine.card.receipt).toContainText("What the program asked for")
  } finally {
    await asAdmin("DELETE", `/api/v1/rules/${rule.body.id}`)
    await context.close()
  }
})
