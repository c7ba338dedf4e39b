import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { root } from "./paths.mjs"

let tree = ""
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "signalbox-biome-"))
  const { $schema, vcs, ...config } = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"))
  writeFileSync(join(tree, "biome.json"), JSON.stringify(config))
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

const lint = (path, text) => {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
  const { status, stdout, stderr } = spawnSync(join(root, "node_modules/.bin/biome"), ["lint", "--colors=off", path], { cwd: tree, encoding: "utf8" })
  return { status, output: stdout + stderr }
}

test.each([
  ["noExplicitAny", "server/engine/planted.ts", "export const one = (value: any) => value\n"],
  ["noNonNullAssertion", "server/engine/planted.ts", "export const one = (value: string | null) => value!.length\n"],
  ["noConsole", "server/engine/planted.ts", 'console.log("one")\n'],
  ["noFloatingPromises", "server/engine/planted.ts", "const load = async () => 1\nexport const one = () => {\n  load()\n}\n"],
  ["useFilenamingConvention", "server/engine/PlantedFile.ts", "export const one = 1\n"],
  ["noExcessiveLinesPerFile", "server/engine/planted.ts", "export const one = 1\n".repeat(301)],
  [
    "noPlaywrightWaitForTimeout",
    "e2e/planted.spec.ts",
    'import { test } from "@playwright/test"\ntest("one", async ({ page }) => {\n  await page.waitForTimeout(1)\n})\n'
  ]
])("Biome finds a planted %s", (rule, path, text) => {
  const { status, output } = lint(path, text)
  expect(output).toContain(rule)
  expect(status).not.toBe(0)
})

test("Biome passes what is right", () => {
  expect(lint("server/config/planted.ts", "export const one = [1].map((item) => item + 1)\n")).toMatchObject({ status: 0 })
})
