import type { Page } from "@playwright/test"
import { startFlakyLine } from "./flaky-line"
import { adminEnvironment, signedIn, withToken } from "./http-client"
import { lostServer } from "./page-faults"
import { countsTickets, createsATicket } from "./programs"
import { runScreen } from "./screens/run-screen"
import { signInScreen } from "./screens/sign-in-screen"
import { type Signalbox, startSignalbox } from "./signalbox-process"
import { bareTest, expect } from "./test"

/** 500 for the whole story. */
const runs = Number(process.env["RUNS"] ?? 30)

const credentials = { email: adminEnvironment.SIGNALBOX_ADMIN_EMAIL, password: adminEnvironment.SIGNALBOX_ADMIN_PASSWORD }

bareTest("silence is said to be offline, timers stand still, and it is green again by itself", async ({ page, faults }) => {
  faults.allow(lostServer)
  bareTest.slow()
  const line = await startFlakyLine()
  const signalbox = await startSignalbox({ env: { ...adminEnvironment, PUBLIC_URL: line.url } })
  line.to(signalbox.port)
  try {
    const asAdmin = await signedIn({ ...signalbox, url: line.url })
    const submitted = await asAdmin("POST", "/api/v1/runs", { code: createsATicket("Waits while nobody hears"), waitMs: 30_000 })
    await page.goto(`${line.url}/runs/${submitted.body.id}`)
    await signInScreen(page).submit(credentials)
    const screen = runScreen(page)
    await expect(screen.live("Live")).toBeVisible()
    line.hold()
    // It says so for four seconds only: a busy machine may look again when it says offline already.
    await expect(screenSays(page, /^(Reconnecting|Offline)/)).toBeVisible({ timeout: 30_000 })
    const timer = page.getByText(/in total/)
    const stopped = await timer.textContent()
    await expect(screenSays(page, /^Offline/)).toBeVisible({ timeout: 30_000 })
    expect(await timer.textContent()).toBe(stopped)
    line.release()
    await expect(screen.live("Live")).toBeVisible({ timeout: 30_000 })
    await expect(timer).not.toHaveText(stopped ?? "")
  } finally {
    await signalbox.dispose()
    await line.close()
  }
})

/** Past the line: a page that hears nothing must not keep the runs from coming. */
const submit = async (signalbox: Signalbox, origin: string, from: number, upTo: number): Promise<void> => {
  const call = withToken(signalbox)
  for (let n = from; n < upTo; n++) {
    const title = `Flaky ${n} of ${runs}`
    const code = [createsATicket(title), countsTickets(title), `// ${title}\nthrow new Error("no")`][n % 3]
    expect((await call("POST", "/api/v1/runs", { code }, { origin })).status).toBe(201)
  }
}

const words: Record<string, string> = { completed: "Completed", failed: "Failed", waiting_for_interaction: "Needs approval" }

const screenSays = (page: Page, word: RegExp) => page.getByText(word).filter({ visible: true }).first()

/** What the page shows of the runs, from the top. */
const shown = async (page: Page): Promise<ReadonlyArray<string>> => {
  const texts = await page.getByRole("row").filter({ hasText: "Flaky" }).allInnerTexts()
  return texts.map((text) => `${/Flaky \d+ of \d+/.exec(text)?.[0]}: ${Object.values(words).find((word) => text.includes(word)) ?? text}`)
}

bareTest("the network flaps and the server restarts twice: the page ends equal to the store, without a reload", async ({ page, faults }) => {
  bareTest.setTimeout(480_000 + runs * 1000)
  faults.allow(lostServer)
  await page.setViewportSize({ width: 1440, height: 2400 })
  const line = await startFlakyLine()
  const env = { ...adminEnvironment, PUBLIC_URL: line.url }
  const first = await startSignalbox({ env })
  line.to(first.port)
  let last = first
  try {
    await page.goto(`${line.url}/runs`)
    await signInScreen(page).submit(credentials)
    await expect(runScreen(page).live("Live")).toBeVisible()
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    const third = Math.ceil(runs / 3)
    for (const part of [0, 1, 2]) {
      await expect(runScreen(page).live("Live")).toBeVisible({ timeout: 60_000 })
      const submitting = submit(last, line.url, part * third, Math.min(runs, (part + 1) * third))
      for (let flap = 0; flap < 3; flap++) {
        line.cut()
        await expect(screenSays(page, /^(Reconnecting|Offline)/)).toBeVisible({ timeout: 30_000 })
        line.mend()
        await expect(runScreen(page).live("Live")).toBeVisible({ timeout: 60_000 })
      }
      await submitting
      if (part === 2) break
      await last.stop(part === 0 ? "SIGKILL" : "SIGTERM")
      last = await startSignalbox({ env, dataDir: first.dataDir, port: first.port })
    }
    const asAdmin = await signedIn({ ...last, url: line.url })
    const stored = async (): Promise<ReadonlyArray<string>> => {
      const { body } = await asAdmin("GET", "/api/v1/runs?limit=100")
      const items: ReadonlyArray<{ readonly title: string; readonly status: string }> = body.items
      return items.map(({ title, status }) => `${title}: ${words[status] ?? status}`)
    }
    await expect.poll(async () => (await stored()).every((row) => /(Completed|Failed|Needs approval)$/.test(row)), { timeout: 60_000 }).toBe(true)
    const pill = page.getByRole("button", { name: /new runs?/ })
    await expect(runScreen(page).live("Live")).toBeVisible({ timeout: 30_000 })
    await expect
      .poll(
        async () => {
          if (await pill.isVisible()) await pill.click()
          const [page1, store] = [await shown(page), await stored()]
          if (page1.length < Math.min(runs, 40)) return [`${page1.length} rows are shown`]
          return page1.flatMap((row, index) => (row === store[index] ? [] : [`row ${index}: ${row}; the store has ${store[index]}`]))
        },
        { timeout: 30_000 }
      )
      .toEqual([])
    expect(await page.evaluate(() => "stayed" in window)).toBe(true)
  } finally {
    await last.dispose()
    await first.dispose()
    await line.close()
  }
})
