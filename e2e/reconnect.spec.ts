import { adminEnvironment, signedIn } from "./http-client"
import { lostServer } from "./page-faults"
import { createsATicket } from "./programs"
import { runScreen } from "./screens/run-screen"
import { signInScreen } from "./screens/sign-in-screen"
import { startSignalbox } from "./signalbox-process"
import { bareTest, expect } from "./test"

bareTest("a page that loses its server says so, and after a restart shows what happened meanwhile", async ({ page, faults }) => {
  faults.allow(lostServer)
  // Two starts of a server, and a page that tries again ever slower.
  bareTest.slow()
  const first = await startSignalbox({ env: adminEnvironment })
  try {
    const submitted = await (await signedIn(first))("POST", "/api/v1/runs", { code: createsATicket("Waits through a restart"), waitMs: 30_000 })
    await page.goto(`${first.url}/runs/${submitted.body.id}`)
    await signInScreen(page).submit({ email: adminEnvironment.SIGNALBOX_ADMIN_EMAIL, password: adminEnvironment.SIGNALBOX_ADMIN_PASSWORD })
    const screen = runScreen(page)
    await expect(screen.status("Needs approval")).toBeVisible()
    await expect(screen.live("Live")).toBeVisible()

    await first.stop("SIGKILL")
    await expect(screen.live(/^(Reconnecting|Offline)/)).toBeVisible({ timeout: 30_000 })

    const second = await startSignalbox({ env: adminEnvironment, dataDir: first.dataDir, port: first.port })
    try {
      await (await signedIn(second))("POST", `/api/v1/interactions/${submitted.body.interactions[0].id}/answer`, { action: "accept" })
      await expect(screen.status("Completed")).toBeVisible({ timeout: 60_000 })
      await expect(screen.live("Live")).toBeVisible()
    } finally {
      await second.dispose()
    }
  } finally {
    await first.dispose()
  }
})
