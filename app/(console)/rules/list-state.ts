import type { RuleItem } from "./rule-words"

/** So many rules are one page: with all that belongs to a row, what a browser draws at once and a person can look over. */
export const rulesPerPage = 50
/** Of a rule that is not opened the first conditions are shown, each with its beginning. */
const linesShown = 4
const longestLine = 160

/** What the address says of the list. */
export interface ListQuery {
  /** Part of a pattern. */
  readonly find: string
  /** From 1. */
  readonly page: string
  /** The rule that is shown whole. */
  readonly open: string
  /** The rule that is changed below the list. */
  readonly edit: string
}

export interface ShownRules {
  readonly items: ReadonlyArray<RuleItem>
  /** Place of the first of them among all that were found, from 0. */
  readonly from: number
  readonly found: number
  /** Of the team. */
  readonly total: number
  readonly page: number
  readonly pages: number
  readonly find: string
  readonly open: string
}

/** The page of the list that was asked for: by its number, else the one on which the opened or changed rule stands. */
export const shownRules = (rules: ReadonlyArray<RuleItem>, { find, page, open, edit }: ListQuery): ShownRules => {
  const wanted = find.trim().toLowerCase()
  const found = wanted === "" ? rules : rules.filter(({ pattern }) => pattern.toLowerCase().includes(wanted))
  const pages = Math.max(1, Math.ceil(found.length / rulesPerPage))
  const named = found.findIndex(({ id }) => id === (open || edit))
  const asked = /^[1-9]\d{0,3}$/.test(page) ? Number(page) : Math.floor(Math.max(0, named) / rulesPerPage) + 1
  const shown = Math.min(asked, pages)
  const from = (shown - 1) * rulesPerPage
  return { items: found.slice(from, from + rulesPerPage), from, found: found.length, total: rules.length, page: shown, pages, find: find.trim(), open }
}

/** An address of the list; what is as it is without saying so is left out. */
export const listHref = ({ find = "", page = 1, open = "", edit = "" }: { find?: string; page?: number; open?: string; edit?: string }): string => {
  const query = new URLSearchParams({
    ...(edit !== "" && { edit }),
    ...(open !== "" && { open }),
    ...(find !== "" && { find }),
    ...(page > 1 && { page: String(page) })
  })
  return query.size === 0 ? "/rules" : `/rules?${query}`
}

/** The conditions as a row of the list has them. */
export const shortConditions = (lines: ReadonlyArray<string>): { readonly lines: ReadonlyArray<string>; readonly more: number; readonly isCut: boolean } => {
  const shown = lines.slice(0, linesShown).map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line))
  const more = lines.length - shown.length
  return { lines: shown, more, isCut: more > 0 || shown.some((line, index) => line !== lines[index]) }
}
