import { defineConfig } from "@playwright/test"
import { findChromium } from "./scripts/chromium.mjs"

const executablePath = findChromium()
// Chromium's sandbox needs a user other than root; CI runs as root.
const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : []
const quiet = ["--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Each worker has a server of its own; what a machine of two cores carries.
  workers: 2,
  // A test that passes at the second try hides a race, and a race in an inbox is a fault. CI's second look (scripts/test.mjs) names it.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Patience only, for machines on which any step may take ten seconds longer: what has to be quick is measured where it is promised.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Zurich",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: { ...(executablePath === null ? {} : { executablePath }), args: [...asRoot, ...quiet] }
  },
  projects: [
    { name: "browser", testIgnore: "fresh-clone.spec.ts" },
    // Asserts little: `npm run screenshots` looks at every page.
    { name: "pictures", testMatch: "pictures.ts" },
    { name: "clone", testMatch: "fresh-clone.spec.ts", timeout: 15 * 60_000 }
  ]
})
