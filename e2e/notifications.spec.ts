import type { BrowserContext, Page } from "@playwright/test"
import { createsATicket } from "./programs"
import { expect, test } from "./test"

declare global {
  var shown: Array<{ readonly title: string; readonly body: string; readonly tag: string; readonly click: () => void }>
  var look: (visibility: DocumentVisibilityState) => void
}

/** The browser's own notifications, noted; and a tab that says of itself whether it is visible, since all of them are here. */
const instrument = (context: BrowserContext) =>
  context.addInitScript(() => {
    globalThis.shown = []
    const Real = globalThis.Notification
    globalThis.Notification = class extends Real {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        globalThis.shown.push({ title, body: options?.body ?? "", tag: options?.tag ?? "", click: () => this.dispatchEvent(new Event("click")) })
      }
    }
    let visibility: DocumentVisibilityState = "visible"
    Object.defineProperty(document, "visibilityState", { get: () => visibility })
    Object.defineProperty(document, "hidden", { get: () => visibility === "hidden" })
    globalThis.look = (next) => {
      visibility = next
      document.dispatchEvent(new Event("visibilitychange"))
    }
  })

const shownOn = (pages: ReadonlyArray<Page>) =>
  Promise.all(pages.map((page) => page.evaluate(() => globalThis.shown.map(({ title, body, tag }) => ({ title, body, tag })))))
const turnAway = (pages: ReadonlyArray<Page>) => Promise.all(pages.map((page) => page.evaluate(() => globalThis.look("hidden"))))

test("a new question is told of once, when somebody asked for that and no tab is visible, and leads to its card", async ({ page, context, asAdmin }) => {
  await context.grantPermissions(["notifications"])
  await instrument(context)
  const other = await context.newPage()
  const pages = [page, other]
  const ask = async (title: string): Promise<string> =>
    (await asAdmin("POST", "/api/v1/runs", { code: createsATicket(title), waitMs: 30_000 })).body.interactions[0].id
  /** The browser has heard of it, whether it told of it or not, and every tab can read that: none tells of it later. */
  const heard = async (id: string) => {
    for (const one of pages) await expect.poll(() => one.evaluate(() => localStorage.getItem("signalbox:notified") ?? "")).toContain(id)
  }

  await page.goto("/settings/account")
  await other.goto("/runs")
  await expect(other.getByText("Live", { exact: true }).filter({ visible: true })).toBeVisible()
  await turnAway(pages)
  await ask("Nobody asked to be told")
  // A tab that nobody sees draws what came once somebody looks.
  await other.evaluate(() => globalThis.look("visible"))
  await expect(other.getByText("Nobody asked to be told").first()).toBeVisible()
  expect((await shownOn(pages)).flat()).toEqual([])
  await turnAway([other])

  await page.getByRole("button", { name: "Turn on" }).click()
  await expect(page.getByText("On in this browser.")).toBeVisible()
  const id = await ask("Told once")
  await expect
    .poll(async () => (await shownOn(pages)).flat().slice(0, 1))
    .toEqual([{ title: "demo.tickets.create", body: expect.stringMatching(/^Waits for a decision\. Asked by .+: Told once$/), tag: id }])

  // Somebody looks at the other tab: what comes now they see there.
  await other.evaluate(() => globalThis.look("visible"))
  await heard(await ask("Seen in a tab"))
  await turnAway([other])
  const next = await ask("Told again")
  // One for each question: the browser puts one of the same tag in the place of the other, without a sound. Tabs of two
  // processes may read each other's storage a moment late, and then both of them tell.
  await expect.poll(async () => [...new Set((await shownOn(pages)).flat().map(({ tag }) => tag))].toSorted()).toEqual([id, next].toSorted())

  const [first] = await Promise.all(
    pages.map(async (one) => ((await one.evaluate((tag) => globalThis.shown.some((each) => each.tag === tag), next)) ? one : null))
  ).then((found) => found.filter((one) => one !== null))
  await first?.evaluate((tag) => globalThis.shown.find((each) => each.tag === tag)?.click(), next)
  await expect(first ?? page).toHaveURL(new RegExp(`/approvals/${next}`))
})
