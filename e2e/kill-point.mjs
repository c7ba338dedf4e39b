// Loaded into a server before it starts (`--import`): kills it, as the power would, at the point of its writing to the store that the file KILL_FILE
// names (`settle:after#2`: the second of them from now on). Wraps the database drivers and tells the writer's transactions apart by what their
// statements write, so the server itself knows nothing of it.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { isMainThread } from "node:worker_threads"

const file = process.env.KILL_FILE ?? ""
const require = createRequire(`${process.cwd()}/package.json`)
let armed = ""
let passed = 0

/** What a transaction records, in the words of the points. */
const kindsOf = (statements) => {
  const has = (text) => statements.some(({ sql }) => sql.includes(text))
  const journals = (type) =>
    statements.some(
      ({ sql, parameters }) =>
        sql.includes('INSERT INTO "JournalEntry"') && parameters.some((value) => value === type || String(value).includes(`"type":"${type}"`))
    )
  return [
    ["submit", has('INSERT INTO "RunDetail"')],
    ["own", journals("Own")],
    ["begin", has(`SET "status" = 'running'`)],
    ["call", journals("Call")],
    ["ask", has('INSERT INTO "Interaction"')],
    ["decide", has('"decisionId"')],
    ["settle", journals("Settle")],
    ["end", has('UPDATE "RunDetail"')]
  ].flatMap(([kind, holds]) => (holds ? [kind] : []))
}

const pass = (statements, when) => {
  const now = readFileSync(file, "utf8")
  if (now !== armed) passed = 0
  armed = now
  const [point = "", nth = "1"] = now.split("#")
  for (const kind of kindsOf(statements)) if (point === `${kind}:${when}` && ++passed === Number(nth)) process.kill(process.pid, "SIGKILL")
}

const wrapSqlite = () => {
  const Database = require("better-sqlite3")
  const { transaction } = Database.prototype
  Database.prototype.transaction = function (work) {
    const made = transaction.call(this, work)
    const around =
      (run) =>
      (...args) => {
        const statements = Array.isArray(args[0]) ? args[0] : []
        pass(statements, "before")
        const done = run(...args)
        pass(statements, "after")
        return done
      }
    return Object.assign(around(made), { immediate: around(made.immediate), deferred: around(made.deferred), exclusive: around(made.exclusive) })
  }
}

const wrapPostgres = () => {
  const { Client } = require("pg")
  const { query } = Client.prototype
  Client.prototype.query = function (first, ...rest) {
    const text = typeof first === "string" ? first : first?.text
    if (text === "BEGIN") this.killPointStatements = []
    else if (typeof first === "object" && this.killPointStatements) this.killPointStatements.push({ sql: text ?? "", parameters: first.values ?? [] })
    if (text !== "COMMIT") return query.call(this, first, ...rest)
    const statements = this.killPointStatements ?? []
    pass(statements, "before")
    const done = query.call(this, first, ...rest)
    return done?.then?.((answer) => {
      pass(statements, "after")
      return answer
    })
  }
}

if (isMainThread && file !== "") {
  wrapSqlite()
  wrapPostgres()
}
