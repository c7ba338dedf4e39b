import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { root } from "./paths.mjs"

let tree = ""
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "signalbox-architecture-"))
  cpSync(join(root, "tsconfig.base.json"), join(tree, "tsconfig.base.json"))
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

const check = (files, minimum = "1") => {
  const folder = mkdtempSync(join(tree, "case-"))
  const all = {
    "tsconfig.json": '{ "extends": "../tsconfig.base.json", "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
    "package.json": '{ "dependencies": { "@prisma/client": "1.0.0" } }',
    "node_modules/@prisma/client/package.json": '{ "name": "@prisma/client", "version": "1.0.0", "main": "index.js" }',
    "node_modules/@prisma/client/index.js": "module.exports = {}",
    "server/domain/run.ts": "export const run = 1",
    "app/layout.tsx": "export default function Layout() { return null }",
    ...files
  }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return new Promise((resolve) =>
    execFile(process.execPath, [join(root, "scripts/check-architecture.mjs"), "--root", folder, "--minimum", minimum], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr })
    )
  )
}

test("a tree that follows the tables passes", async () => {
  const { code, output } = await check({ "server/engine/one.ts": 'import { run } from "../domain/run"\nexport const one = run' })
  expect(output).toContain("follow the tables")
  expect(code).toBe(0)
})

test("a page's own folder, and what lies beside its layout, may be imported", async () => {
  const { code, output } = await check({
    "app/(console)/runs/page.tsx": 'import { list } from "./components/list"\nimport { nav } from "../components/nav"\nexport default () => [list, nav]',
    "app/(console)/runs/components/list.tsx": 'export { state as list } from "../state"',
    "app/(console)/runs/state.ts": "export const state = 1",
    "app/(console)/components/nav.tsx": "export const nav = 1"
  })
  expect(output).toContain("follow the tables")
  expect(code).toBe(0)
})

test.each([
  ["server-domain", { "server/domain/up.ts": 'import { one } from "../engine/one"\nexport const up = one', "server/engine/one.ts": "export const one = 1" }],
  ["server-engine", { "server/engine/up.ts": 'import type { One } from "../store/one"\nexport type Up = One', "server/store/one.ts": "export type One = 1" }],
  ["core-is-framework-free", { "server/engine/one.ts": 'import client from "@prisma/client"\nexport const one = client' }],
  ["prisma-stays-in-store-history-auth", { "server/tools/one.ts": 'import client from "@prisma/client"\nexport const one = client' }],
  [
    "only-entry-files-of-app-reach-the-server",
    { "app/ui/one.tsx": 'import type { One } from "@/server/store/one"\nexport type Two = One', "server/store/one.ts": "export type One = 1" }
  ],
  [
    "the-router-reaches-the-browser-as-a-type",
    { "app/ui/one.tsx": 'import { router } from "@/server/trpc/router"\nexport const one = router', "server/trpc/router.ts": "export const router = 1" }
  ],
  [
    "pages-share-through-ui-and-hooks",
    {
      "app/(console)/runs/one.tsx": 'import { card } from "../approvals/card"\nexport const one = card',
      "app/(console)/approvals/card.tsx": "export const card = 1"
    }
  ],
  ["no-cycles", { "server/engine/one.ts": 'export * from "./two"', "server/engine/two.ts": 'export * from "./one"' }],
  ["resolvable", { "server/engine/one.ts": 'export * from "./missing"' }],
  ["no table says what this folder may import", { "server/misc/one.ts": "export const one = 1" }]
])("%s is found", async (rule, files) => {
  const { code, output } = await check(files)
  expect(output).toContain(rule)
  expect(code).toBe(1)
})

test("a check that inspects too little fails", async () => {
  const { code, output } = await check({}, "100")
  expect(output).toContain("at least 100 are expected")
  expect(code).toBe(1)
})
