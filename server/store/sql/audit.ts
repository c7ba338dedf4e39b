import { createHash } from "node:crypto"
import { type Dialect, type OverRows, overRows } from "./statement"

/*
 * Entries of the audit log. Each statement adds one, so that several of one transaction follow each other in the chain.
 * PostgreSQL's transactions enter one after the other (`enterWriter`) and SQLite has one writer, so the last entry that a
 * statement sees is the last one there is; the primary key refuses a fork in any case.
 */

const columns = {
  teamId: "text",
  at: "bigint",
  action: "text",
  actorKind: "text",
  actorId: "text",
  actorLabel: "text",
  via: "text",
  subject: "text",
  data: "text",
  body: "text"
} as const

/** On SQLite a function of the connection. */
export const sha256Function = "signalbox_sha256"
export const sha256Text = (text: unknown): string => createHash("sha256").update(String(text), "utf8").digest("hex")

const hash = (dialect: Dialect, text: string): string =>
  dialect === "sqlite" ? `${sha256Function}(${text})` : `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

const newline = (dialect: Dialect): string => (dialect === "sqlite" ? "char(10)" : "chr(10)")

const append =
  (guard: string) =>
  (dialect: Dialect): string => {
    const previous = `coalesce("l"."hash", '')`
    const seq = `(coalesce("l"."seq", 0) + 1)`
    const seqText = `CAST(${seq} AS TEXT)`
    return `INSERT INTO "AuditEntry" ("teamId", "seq", "at", "action", "actorKind", "actorId", "actorLabel", "via", "subject", "data", "previousHash", "hash")
SELECT "x"."teamId", ${seq}, "x"."at", "x"."action", "x"."actorKind", "x"."actorId", "x"."actorLabel", "x"."via", "x"."subject", "x"."data", ${previous},
${hash(dialect, `${previous} || ${newline(dialect)} || ${seqText} || ${newline(dialect)} || "x"."body"`)}
FROM "x" ${guard} LEFT JOIN "AuditEntry" AS "l" ON "l"."teamId" = "x"."teamId" AND "l"."seq" = (SELECT max("m"."seq") FROM "AuditEntry" AS "m" WHERE "m"."teamId" = "x"."teamId")`
  }

/** Adds the entry. Give it one row at a time. */
export const appendAudit = overRows(columns, append(""))

/** Adds the entry where `guard`, a join on more columns of `"x"`, finds a row. Give it one row at a time. */
export const appendAuditWhere = <const C extends Readonly<Record<string, "text" | "bigint" | "int">>>(
  more: C,
  guard: string
): OverRows<{ readonly [Name in keyof (typeof columns & C)]: (typeof columns & C)[Name] extends "text" ? string | null : number | null }> =>
  overRows({ ...columns, ...more }, append(guard))
