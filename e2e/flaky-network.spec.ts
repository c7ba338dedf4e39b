import type { Page } from "@playwright/test"
import { startFlakyLine } from "./flaky-line"
import { adminEnvironment, signedIn } from "./http-client"
import { createsATicket } from "./programs"
import { runScreen } from "./screens/run-screen"
import { signInScreen } from "./screens/sign-in-screen"
import { startSignalbox } from "./signalbox-process"
import { bareTest, expect } from "./test"

const torn = /ERR_|status of 50\d|Failed to fetch|NetworkError/

const credentials = { email: adminEnvironment.SIGNALBOX_ADMIN_EMAIL, password: adminEnvironment.SIGNALBOX_ADMIN_PASSWORD }

bareTest("silence is said to be offline, timers stand still, and it is green again by itself", async ({ page, faults }) => {
  faults.allow(torn)
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
    await expect(screenSays(page, /^Reconnecting/)).toBeVisible()
    const timer = page.getByText(/in total/)
    const stopped = await timer.textContent()
    // 15 s after the last word, of which up to 5 were before the line was held.
    await expect(screenSays(page, /^Offline/)).toBeVisible({ timeout: 16_000 })
    expect(await timer.textContent()).toBe(stopped)
    line.release()
    await expect(screen.live("Live")).toBeVisible({ timeout: 30_000 })
    await expect(timer).not.toHaveText(stopped ?? "")
  } finally {
    await signalbox.dispose()
    await line.close()
  }
})

const screenSays = (page: Page, word: RegExp) => page.getByText(word).filter({ visible: true }).first()
