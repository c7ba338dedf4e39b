import { adminEnvironment } from "./http-client"
import { startSignalbox } from "./signalbox-process"
import { expect, bareTest as test } from "./test"

test("settings that cannot be used stop the start, each with one sentence", async () => {
  const refused = await startSignalbox({ env: { SIGNALBOX_ALLOW_STDIO: "maybe", SIGNALBOX_MAX_CONCURRENT_RUNS: "0", DATABASE_URL: "mysql://here" } }).then(
    () => "",
    (error: Error) => error.message
  )
  expect(refused).toContain("ended before readiness")
  for (const name of ["SIGNALBOX_ALLOW_STDIO", "SIGNALBOX_MAX_CONCURRENT_RUNS", "DATABASE_URL"]) expect(refused).toMatch(new RegExp(`^\\s*${name} `, "m"))
})

test("a second server on the same data directory refuses to start and names the first", async () => {
  const first = await startSignalbox({ env: adminEnvironment })
  try {
    const refused = await startSignalbox({ env: adminEnvironment, dataDir: first.dataDir, readyWithinMs: 60_000 }).then(
      () => "",
      (error: Error) => error.message
    )
    expect(refused).toContain("ended before readiness")
    expect(refused).toMatch(/pid|process/i)
  } finally {
    await first.dispose()
  }
})
