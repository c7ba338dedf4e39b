// Every page with things on it, wide and on a phone, light and dark, as pictures; run by `npm run screenshots`.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { addressOf, appPages } from "./app-pages"
import { deskAtWork } from "./desk-at-work"
import { settle } from "./every-address"
import { expect, test } from "./test"

const folder = process.env["PICTURES"] ?? "pictures"

const forms = [
  { width: 1440, height: 900, theme: "light" },
  { width: 1440, height: 900, theme: "dark" },
  { width: 390, height: 844, theme: "light" },
  { width: 390, height: 844, theme: "dark" }
] as const

/** Those that README and docs show, by their name among the pictures. */
const shown: Readonly<Record<string, string>> = { runs: "runs.png", approvals: "approvals.png", "run-timeline": "run.png", "runs-new": "new-run.png" }

test("pictures of every page", async ({ asAdmin, browser, adminSession, signalbox }) => {
  test.setTimeout(15 * 60_000)
  const { asking, waiting, finished, failed } = await deskAtWork(signalbox, asAdmin)
  const [question] = waiting.interactions
  const ids = { "/runs/[id]": `/runs/${waiting.id}`, "/approvals/[id]": `/approvals/${question.id}` }
  const pages = appPages().map((page) => ({
    name: page.pattern.slice(1).replaceAll("/", "-").replace("[id]", "one") || "home",
    address: addressOf(page, ids),
    signedIn: page.signedIn
  }))
  const more = Object.entries({
    "runs-panel": `/runs?run=${finished.id}`,
    "runs-panel-timeline": `/runs?run=${finished.id}&tab=timeline`,
    "runs-panel-waiting": `/runs?run=${waiting.id}`,
    "runs-filtered": "/runs?status=failed,sleeping&last=24h",
    "runs-no-match": "/runs?q=nothing+has+these+words",
    "run-overview": `/runs/${finished.id}`,
    "run-failed": `/runs/${failed.id}`,
    "run-timeline": `/runs/${finished.id}?tab=timeline`,
    "run-calls": `/runs/${finished.id}?tab=calls`,
    "run-approvals": `/runs/${finished.id}?tab=approvals`,
    "run-logs": `/runs/${finished.id}?tab=logs`,
    "run-raw": `/runs/${finished.id}?tab=raw`,
    "approvals-form": `/approvals/${asking.interactions[0].id}`,
    "approvals-history": "/approvals?tab=history",
    "approvals-receipt": `/approvals/${finished.interactions[0].id}`,
    "metrics-day": "/metrics?last=24h"
  }).map(([name, address]) => ({ name, address, signedIn: true }))
  mkdirSync(folder, { recursive: true })
  for (const { width, height, theme } of forms) {
    for (const signedIn of [true, false]) {
      const context = await browser.newContext({
        baseURL: signalbox.url,
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: "reduce",
        ...(signedIn ? { storageState: adminSession } : { storageState: { cookies: [], origins: [] } })
      })
      const page = await context.newPage()
      for (const { name, address } of [...pages, ...more].filter((one) => one.signedIn === signedIn)) {
        await settle(page, address)
        if (signedIn) await expect(page.getByText("Live", { exact: true }).filter({ visible: true }).first()).toBeVisible()
        // What is read after the first paint: charts, values, tables.
        await expect(page.getByText(/^(Loading|Reading)$/).filter({ visible: true })).toHaveCount(0)
        await page.evaluate(() => document.fonts.ready)
        await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) })
        const file = shown[name]
        if (file !== undefined && width === 1440 && theme === "light") await page.screenshot({ path: join("docs", "images", file) })
      }
      await context.close()
    }
  }
})
