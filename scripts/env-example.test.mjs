import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./paths.mjs"

const namesIn = (path, pattern) => new Set([...readFileSync(join(root, path), "utf8").matchAll(pattern)].map(([, name]) => name))
const variable = "(?:SIGNALBOX|OTEL)_[A-Z_]+|PORT|HOST|PUBLIC_URL|DATABASE_URL"

test(".env.example documents every variable that the configuration reads, and no other", () => {
  const read = namesIn("server/config/settings.ts", new RegExp(`"(${variable})"`, "g"))
  const documented = namesIn(".env.example", new RegExp(`^#(${variable})=`, "gm"))
  expect([...documented].sort()).toEqual([...read].sort())
})

test("a browser test's server hears nothing from the developer's environment", () => {
  const read = namesIn("server/config/settings.ts", new RegExp(`"(${variable})"`, "g"))
  const set = namesIn("e2e/signalbox-process.ts", new RegExp(`\\b(${variable})\\b`, "g"))
  expect([...read].filter((name) => !set.has(name))).toEqual([])
})
