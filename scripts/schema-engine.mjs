#!/usr/bin/env node
// Prisma's CLI speaks JSON-RPC over stdio to a native "schema engine" that it wants to download. This program speaks
// the same protocol and drives the WebAssembly build from the npm registry (@prisma/schema-engine-wasm, of the commit
// that @prisma/engines-version names) through the driver adapters. Selected by PRISMA_SCHEMA_ENGINE_BINARY.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils"
import { adapterFor, databaseOf, isPostgres, resetSqlite, withDatabase } from "./schema-engine-adapters.mjs"

const args = process.argv.slice(2)
const optionOf = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
const optionsOf = (name) => args.flatMap((arg, index) => (arg === name ? [args[index + 1]] : []))
const url = JSON.parse(optionOf("--datasource") ?? "{}").url ?? process.env.DATABASE_URL ?? "file::memory:"

const log = (level, message, extra = {}) => {
  const line = JSON.stringify({ timestamp: new Date().toISOString(), level, fields: { message, ...extra }, target: "schema_engine::logger" })
  // The CLI takes an error only from a last line without a newline.
  process.stderr.write(extra.error_code ? line : `${line}\n`)
}

const loadEngine = async () => {
  const folder = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"))
  const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg")
  const wasm = readFileSync(join(folder, "schema_engine_bg.wasm"))
  const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": glue })
  glue.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return glue.SchemaEngine
}

/** `schema-engine cli create-database | can-connect-to-database`: one answer on stderr and by the exit code. */
const runCli = async (command) => {
  log("INFO", "Starting schema engine CLI") // the CLI skips the first line
  try {
    if (isPostgres(url)) {
      const { default: pg } = await import("pg")
      const client = new pg.Client(command === "create-database" ? withDatabase(url, "postgres") : url)
      await client.connect()
      if (command === "create-database") await client.query(`CREATE DATABASE "${databaseOf(url).replaceAll('"', '""')}"`)
      await client.end()
    }
    log("INFO", "Connection successful")
    return 0
  } catch (error) {
    log("ERROR", String(error.message ?? error), { error_code: error.code === "3D000" ? "P1003" : "P1001" })
    return 1
  }
}

const serve = async () => {
  const Engine = await loadEngine()
  const bound = bindMigrationAwareSqlAdapterFactory(await adapterFor(url))
  const datamodels = optionsOf("--datamodels").map((file) => [file, readFileSync(file, "utf8")])
  // It connects, and a database that cannot be reached is the answer to a call, not the end of this process.
  let opened
  const open = () => (opened ??= Engine.new({ datamodels: datamodels.length > 0 ? datamodels : undefined }, (line) => process.stderr.write(`${line}\n`), bound))

  const messageOf = (error) =>
    String(error?.message ?? error).replace(/External error id#(\d+)/g, (all, id) => {
      const external = bound.errorRegistry?.consumeError?.(Number(id))
      return external ? String(external.error?.stack ?? external.error) : all
    })

  const call = async (method, params) => {
    const name = method === "getDatabaseVersion" ? "version" : method
    const engine = await open()
    if (name === "reset" && !isPostgres(url)) await resetSqlite(url)
    try {
      return await engine[name](params)
    } catch (error) {
      // This build fails where the native one takes a missing history table for an empty history.
      if (!/_prisma_migrations/.test(messageOf(error)) || !params?.migrationsList) throw error
      await engine.applyMigrations({ ...params, migrationsList: { ...params.migrationsList, migrationDirectories: [] } })
      return await engine[name](params)
    }
  }

  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  const answer = async ({ id, method, params }) => {
    if (method === undefined) return // a reply to our own "print"
    try {
      const result = await call(method, params)
      if (method === "diff" && result?.stdout != null) send({ id: `print-${id}`, method: "print", params: { content: result.stdout } })
      send({ id, result: result ?? {} })
    } catch (error) {
      const data = { is_panic: false, message: messageOf(error), error_code: error?.code ?? null, meta: null }
      send({ id, error: { code: 4466, message: "An error happened. Check the data field for details.", data } })
    }
  }

  const running = new Set()
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  lines.on("line", (line) => {
    if (!line.trim()) return
    const task = answer(JSON.parse(line)).finally(() => running.delete(task))
    running.add(task)
  })
  lines.on("close", async () => {
    await Promise.allSettled([...running])
    process.exit(0)
  })
}

if (args.includes("--version")) {
  process.stdout.write("schema-engine-cli wasm\n")
} else if (args.includes("cli")) {
  process.exit(await runCli(args[args.indexOf("cli") + 1]))
} else {
  await serve()
}
