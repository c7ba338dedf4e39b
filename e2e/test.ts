// The test function of every browser story: one server a worker, one sign-in a worker, and a page on which nothing may go wrong unnoticed.
import { type BrowserContext, test as base, expect } from "@playwright/test"
import { admin, adminEnvironment, anonymous, type Call, signedIn } from "./http-client"
import { lastWords } from "./last-words"
import { type PageFaults, watchForFaults } from "./page-faults"
import { type Signalbox, startSignalbox } from "./signalbox-process"

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>

interface WorkerFixtures {
  /** A server with an admin and a bootstrap token, shared by the tests of this worker: use titles of your own, count nothing. */
  readonly signalbox: Signalbox
  /** The admin's session, made once: sign-ins are limited. */
  readonly adminSession: StorageState
  /** The HTTP API as the admin. */
  readonly asAdmin: Call
}

interface TestFixtures {
  /** Console errors, uncaught exceptions, CSP reports and hydration warnings of the test's pages; the test fails if there is one at its end. */
  readonly faults: PageFaults
}

/** For stories that start a server of their own. */
export const bareTest = base.extend<TestFixtures>({
  faults: [
    async ({ context }, use, info) => {
      const faults = watchForFaults(context)
      await use(faults)
      if (info.status !== info.expectedStatus) process.stdout.write(`\n${await lastWords(context)}\n`)
      expect(faults.all(), "what went wrong on the test's pages").toEqual([])
    },
    { auto: true }
  ]
})

export const test = bareTest.extend<object, WorkerFixtures>({
  signalbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const signalbox = await startSignalbox({ env: adminEnvironment })
      await use(signalbox)
      await signalbox.dispose()
    },
    { scope: "worker", timeout: 300_000 }
  ],
  adminSession: [
    async ({ signalbox, playwright }, use) => {
      const client = await playwright.request.newContext({ baseURL: signalbox.url, extraHTTPHeaders: { origin: signalbox.url } })
      const answer = await client.post("/api/auth/sign-in/email", { data: { email: admin.email, password: admin.password } })
      expect(answer.status()).toBe(200)
      await use(await client.storageState())
      await client.dispose()
    },
    { scope: "worker" }
  ],
  asAdmin: [
    async ({ signalbox }, use) => {
      await use(await signedIn(signalbox))
    },
    { scope: "worker" }
  ],
  baseURL: async ({ signalbox }, use) => use(signalbox.url),
  storageState: async ({ adminSession }, use) => use(adminSession)
})

export { anonymous, expect }
