import { type Sql, sqltag as sql } from "@prisma/client/runtime/client"
import type { TeamId } from "../../domain/ids"
import { searchedWords } from "../../domain/search-text"
import type { Dialect } from "../../store/sql/statement"

/* Full text, in the words of each store. Words are letters and digits alone, so nothing in them is syntax. */

const ftsQuery = (q: string): string =>
  searchedWords(q)
    .map((word) => `"${word}"*`)
    .join(" ")

const tsQuery = (q: string): string =>
  searchedWords(q)
    .map((word) => `'${word}':*`)
    .join(" & ")

/**
 * A search looks through the newest so many runs that have the words. The index gives the beginnings of words all at once or
 * not at all, so they are found once for a query, and not once for each run in question.
 */
const mostFound = 200_000

/** With few matches they are read first; with many, each run in question is looked up among them. */
export const hasWords = (dialect: Dialect, q: string, areRare: boolean): Sql => {
  if (dialect === "postgresql") {
    return areRare
      ? sql`"Run"."id" IN (SELECT "w"."runId" FROM "RunWords" AS "w" WHERE "w"."words" @@ to_tsquery('simple', ${tsQuery(q)}))`
      : sql`EXISTS (SELECT 1 FROM "RunWords" AS "w" WHERE "w"."runId" = "Run"."id" AND "w"."words" @@ to_tsquery('simple', ${tsQuery(q)}))`
  }
  const words = ftsQuery(q)
  return areRare
    ? sql`"Run"."id" IN (SELECT "d"."runId" FROM "RunText" AS "d" WHERE "d"."docId" IN (SELECT rowid FROM "RunWords" WHERE "RunWords" MATCH ${words}))`
    : sql`EXISTS (SELECT 1 FROM "RunText" AS "d" WHERE "d"."runId" = "Run"."id" AND "d"."docId" IN (SELECT rowid FROM "RunWords" WHERE "RunWords" MATCH ${words} ORDER BY rowid DESC LIMIT ${mostFound}))`
}

/** How many runs, of any team, have the words; counted up to `most`. */
export const countWithWords = (dialect: Dialect, q: string, most: number): Sql =>
  dialect === "postgresql"
    ? sql`SELECT COUNT(*) AS "n" FROM (SELECT 1 AS "one" FROM "RunWords" WHERE "words" @@ to_tsquery('simple', ${tsQuery(q)}) LIMIT ${most}) AS "found"`
    : sql`SELECT COUNT(*) AS "n" FROM (SELECT rowid FROM "RunWords" WHERE "RunWords" MATCH ${ftsQuery(q)} LIMIT ${most}) AS "found"`

/** Paths below this beginning that the team's runs ever called. */
export const pathsBelow = (teamId: TeamId, start: string): Sql =>
  sql`SELECT "path" FROM "ToolPath" WHERE "teamId" = ${teamId} AND substr("path", 1, ${start.length}) = ${start} ORDER BY "path"`
