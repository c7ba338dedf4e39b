// A click that is under way when something moves lands on something else: what the server has painted stays where it is while JavaScript takes over.
import type { Page } from "@playwright/test"
import { everyAddress, settle } from "./every-address"
import { expect, test } from "./test"

/** Chromium's own record of what moved without anybody's doing, from before the first paint (Layout Instability API). */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = []
    const controls = "a, button, input, textarea, select, summary, [tabindex]"
    Object.defineProperty(window, "shifts", { value: shifts })
    // A paint in the middle of the document being read shows half a row of buttons, and the frame after its end the rest of it.
    let whole = Number.POSITIVE_INFINITY
    document.addEventListener("DOMContentLoaded", () => {
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          whole = performance.now()
        })
      )
    })
    const at = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join(" ")
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.startTime < whole) continue
        if (!("sources" in entry) || !Array.isArray(entry.sources)) continue
        for (const { node, previousRect, currentRect } of entry.sources) {
          // Words may change their place inside a button that stays; what can be hit may not.
          if (!(node instanceof HTMLElement) || (!node.matches(controls) && node.querySelector(controls) === null)) continue
          shifts.push(`${node.tagName} ${node.textContent?.slice(0, 40)}: from ${at(previousRect)} to ${at(currentRect)}`)
        }
      }
    }).observe({ type: "layout-shift", buffered: true })
  })

const shiftsOf = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(async () => {
    // Entries of a frame are handed out after it.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))
    const shifts: unknown = Reflect.get(window, "shifts")
    return Array.isArray(shifts) ? shifts.map(String) : ["no record"]
  })

/** What was scrolled down by the page itself: the record of shifts leaves scrolling out. */
const scrolledBy = (page: Page): Promise<ReadonlyArray<string>> =>
  page
    .locator("*")
    .evaluateAll((all) => all.filter(({ scrollTop }) => scrollTop > 0).map(({ tagName, className, scrollTop }) => `${tagName} ${className} by ${scrollTop}`))

/** A form on a page that says nothing of it: React has left its marks on the elements that the server painted. */
const takenOver = (page: Page) =>
  page.waitForFunction(() => {
    const form = document.querySelector("main form")
    return form !== null && Object.keys(form).some((key) => key.startsWith("__react"))
  })

for (const [name, width] of [
  ["a wide screen", 1440],
  ["a phone", 390]
] as const) {
  test(`nothing the server painted moves while JavaScript takes over, on ${name}`, async ({ page, asAdmin }) => {
    test.slow()
    await page.setViewportSize({ width, height: 900 })
    await recordShifts(page)
    for (const { address, signedIn, isLive } of await everyAddress(asAdmin)) {
      if (!signedIn) continue
      await settle(page, address)
      if (isLive) await expect(page.getByText("Live", { exact: true }).filter({ visible: true }).first()).toBeVisible()
      else await takenOver(page)
      expect.soft(await shiftsOf(page), address).toEqual([])
      expect.soft(await scrolledBy(page), address).toEqual([])
    }
  })
}
