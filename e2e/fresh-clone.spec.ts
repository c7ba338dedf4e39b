// A clone in a new folder, with nothing installed: `npm start`, the setup link, the first minute. Installs and builds, so it takes minutes.
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { liveFirstMinute } from "./first-minute"
import { withToken } from "./http-client"
import { startSignalbox } from "./signalbox-process"
import { expect, bareTest as test } from "./test"

test.describe.configure({ mode: "serial" })

const git = (...args: ReadonlyArray<string>): string => execFileSync("git", args, { encoding: "utf8" })

/** The clone as it would be if what lies here were committed: git's own clone, then what has changed since. */
const cloneInto = (folder: string): void => {
  git("clone", "--quiet", "--no-hardlinks", process.cwd(), folder)
  const changed = git("ls-files", "--modified", "--others", "--exclude-standard").split("\n")
  for (const path of changed.filter((one) => one !== "")) {
    if (existsSync(path)) cpSync(path, join(folder, path))
    else rmSync(join(folder, path), { force: true })
  }
}

let folder = ""
test.beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), "signalbox-clone-")), "signalbox")
  cloneInto(folder)
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

// npm keeps what it has downloaded before; the install itself is the real one.
const env = { npm_config_prefer_offline: "true" }
const start = { folder, env, command: ["npm", "start"], readyWithinMs: 10 * 60_000 } as const

test("npm start on a fresh clone installs, builds, migrates and serves; the first run is finished in the browser", async ({ page }) => {
  expect(existsSync(join(folder, "node_modules"))).toBe(false)
  const server = await startSignalbox({ ...start, folder })
  try {
    await liveFirstMinute(page, server)
    // Before its server goes: an open page would rightly complain that its stream was cut off.
    await page.close()
  } finally {
    await server.stop("SIGTERM")
    await server.dispose()
  }
  // What starting made is ignored by git: the clone is as clean as before.
  const changed = execFileSync("git", ["status", "--porcelain"], { cwd: folder, encoding: "utf8" })
  expect(changed.split("\n").filter((line) => /next-env|tsconfig|package-lock/.test(line))).toEqual([])
})

test("a second start neither installs nor builds, and reads .env without overriding the shell", async () => {
  writeFileSync(join(folder, ".env"), "SIGNALBOX_BOOTSTRAP_TOKEN=from-the-file\nPORT=1\n")
  const server = await startSignalbox({ ...start, folder, env: { ...env, SIGNALBOX_BOOTSTRAP_TOKEN: undefined } })
  try {
    expect(server.output()).not.toMatch(/Installing|Building/)
    expect((await withToken(server, "from-the-file")("GET", "/api/v1/runs")).status).toBe(200)
  } finally {
    await server.dispose()
  }
})

test("a build that is killed leaves nothing to serve from, and two starts at once build once", async () => {
  rmSync(join(folder, ".signalbox"), { recursive: true, force: true })
  const killed = startSignalbox({ ...start, folder, untilPrinted: /Creating an optimized production build/ })
  await (await killed).dispose()

  const both = await Promise.all([startSignalbox({ ...start, folder }), startSignalbox({ ...start, folder })])
  try {
    const builds = both.filter((server) => server.output().includes("Building"))
    expect(builds).toHaveLength(1)
    const left = readdirSync(join(folder, ".signalbox/builds"), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(left).toHaveLength(1)
  } finally {
    for (const server of both) await server.dispose()
  }
})
