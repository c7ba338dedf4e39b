import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { test } from "vitest"
import { root } from "./paths.mjs"

const canonical = (row) => JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))

const chain = (length) => {
  const rows = []
  for (let seq = 1; seq <= length; seq++) {
    const said = {
      teamId: "team",
      at: seq,
      action: "rule.created",
      actorKind: "user",
      actorId: "ann",
      actorLabel: "Ann",
      via: "console",
      subject: `r${seq}`,
      data: "{}"
    }
    const previousHash = rows.at(-1)?.hash ?? ""
    const hash = createHash("sha256")
      .update(`${previousHash}\n${seq}\n${canonical(said)}`)
      .digest("hex")
    rows.push({ ...said, seq, previousHash, hash })
  }
  return rows
}

const verify = (rows, args = []) => {
  const dir = mkdtempSync(join(tmpdir(), "signalbox-audit-"))
  const database = new Database(join(dir, "signalbox.db"))
  const columns = ["teamId", "seq", "at", "action", "actorKind", "actorId", "actorLabel", "via", "subject", "data", "previousHash", "hash"]
  database.exec(`CREATE TABLE "AuditEntry" (${columns.map((name) => `"${name}"`).join(", ")})`)
  const insert = database.prepare(`INSERT INTO "AuditEntry" VALUES (${columns.map((name) => `@${name}`).join(", ")})`)
  for (const row of rows) insert.run(row)
  database.close()
  return new Promise((done) => {
    const command = ["--import", "./scripts/ts-loader.mjs", "scripts/audit-verify.mjs", ...args]
    execFile(process.execPath, command, { cwd: root, env: { ...process.env, SIGNALBOX_DATA_DIR: dir, DATABASE_URL: "" } }, (error, stdout) => {
      rmSync(dir, { recursive: true, force: true })
      done({ code: error?.code ?? 0, stdout })
    })
  })
}

test("an unbroken chain is said to be one, and its head is told", async () => {
  const rows = chain(3)
  const { code, stdout } = await verify(rows, ["--head", rows[2].hash])
  assert.equal(code, 0)
  assert.match(stdout, new RegExp(`3 entries, unbroken; the last hash is ${rows[2].hash}`))
})

test("the first entry that is not what was written is named", async () => {
  const changed = await verify(chain(4).map((row) => (row.seq === 3 ? { ...row, actorLabel: "Bob" } : row)))
  assert.deepEqual([changed.code, /entry 3 was changed/.test(changed.stdout)], [1, true])
  const missing = await verify(chain(4).filter(({ seq }) => seq !== 2))
  assert.deepEqual([missing.code, /entry 2 is missing/.test(missing.stdout)], [1, true])
})

test("what was cut off at the end shows by a hash that was kept", async () => {
  const rows = chain(4)
  const { code, stdout } = await verify(rows.slice(0, 3), ["--head", rows[3].hash])
  assert.equal(code, 1)
  assert.match(stdout, /no chain ends with/)
})
