import { execFile } from "node:child_process"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Effect, Redacted } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { AppConfig } from "./config"
import { secretOf } from "./secret-file"

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "signalbox-config-"))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(dataDir, { recursive: true, force: true })
})

const secret = () => Effect.runPromise(secretOf(dataDir))

describe("the secret of an installation", () => {
  it("is made once, kept for the next start, and readable by its owner only", async () => {
    const first = await secret()
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(await secret()).toBe(first)
    expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir)).toEqual(["secret"])
  })

  it("is closed again to others when somebody opened its file", async () => {
    await secret()
    chmodSync(join(dataDir, "secret"), 0o644)
    await secret()
    expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600)
  })

  it("is the same for processes that make it at the same moment", async () => {
    const program = `
      import { Effect } from "effect"
      import { secretOf } from ${JSON.stringify(new URL("./secret-file.ts", import.meta.url).href)}
      process.stdout.write(await Effect.runPromise(secretOf(${JSON.stringify(dataDir)})))`
    const file = new URL(`./.race-${process.pid}.mjs`, import.meta.url)
    writeFileSync(file, program)
    try {
      const loader = new URL("../../scripts/ts-loader.mjs", import.meta.url).href
      const secrets = await Promise.all(Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, ["--import", loader, file.pathname])))
      expect(new Set(secrets.map(({ stdout }) => stdout)).size).toBe(1)
      expect(secrets[0]?.stdout).toBe(readFileSync(join(dataDir, "secret"), "utf8").trim())
    } finally {
      rmSync(file)
    }
  })

  it("is not silently replaced when its file is empty", async () => {
    writeFileSync(join(dataDir, "secret"), "")
    await expect(secret()).rejects.toThrow(/is empty/)
  })
})

describe("AppConfig.layer", () => {
  const load = () =>
    Effect.runPromise(
      Effect.provide(
        AppConfig.use((config) => Effect.succeed(config)),
        AppConfig.layer
      )
    )

  it("prefers the secret of the environment and makes no file then", async () => {
    vi.stubEnv("SIGNALBOX_DATA_DIR", dataDir)
    vi.stubEnv("SIGNALBOX_SECRET", "a-secret-of-the-environment")
    const config = await load()
    expect(Redacted.value(config.secret)).toBe("a-secret-of-the-environment")
    expect(readdirSync(dataDir)).toEqual([])
  })

  it("does not print the secret", async () => {
    vi.stubEnv("SIGNALBOX_DATA_DIR", dataDir)
    const config = await load()
    expect(`${JSON.stringify(config)} ${String(config.secret)}`).not.toContain(Redacted.value(config.secret))
  })

  it("fails with all faults", async () => {
    vi.stubEnv("SIGNALBOX_DATA_DIR", dataDir)
    vi.stubEnv("PORT", "x")
    vi.stubEnv("SIGNALBOX_ALLOW_STDIO", "x")
    await expect(load()).rejects.toMatchObject({
      _tag: "ConfigInvalid",
      faults: [expect.stringContaining("PORT"), expect.stringContaining("SIGNALBOX_ALLOW_STDIO")]
    })
  })
})
