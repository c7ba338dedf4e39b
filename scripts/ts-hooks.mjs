// Module hooks for everything that is started outside the bundler: worker threads of tests, child processes, scripts.
import { existsSync, readFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { transformSync } from "@swc/wasm-typescript"

const root = pathToFileURL(`${dirname(dirname(fileURLToPath(import.meta.url)))}/`)

/** Imports carry no extension, as the bundler likes it; `@/` is the root of the repository. */
const candidates = (specifier, parentURL) => {
  if (/\.(ts|mjs|cjs|js|json)$/.test(specifier)) return []
  if (specifier.startsWith("@/")) return [new URL(`${specifier.slice(2)}.ts`, root)]
  if (/^\.{1,2}\//.test(specifier) && parentURL?.startsWith("file:")) return [new URL(`${specifier}.ts`, parentURL)]
  return []
}

export const resolve = async (specifier, context, next) => {
  const found = candidates(specifier, context.parentURL).find((url) => existsSync(fileURLToPath(url)))
  return found === undefined ? next(specifier, context) : { url: found.href, shortCircuit: true }
}

export const load = async (url, context, next) => {
  if (!new URL(url).pathname.endsWith(".ts")) return next(url, context)
  // Not strip-only: Schema classes and parameter properties are used outside the worker files.
  const { code } = transformSync(readFileSync(fileURLToPath(url), "utf8"), { mode: "transform", sourceMap: false, filename: url })
  return { format: "module", source: code, shortCircuit: true }
}
