import { readAddress, type UnreadParameter } from "@/app/hooks/page-address"
import { typedRows, whenOf } from "@/server/domain/condition-rows"
import { readJson } from "@/server/domain/json-input"
import type { RuleDraft } from "./rule-words"

/* What the page of rules reads of its address. Pure. */

const anything = (): boolean => true
const oneOf = (known: ReadonlyArray<string>) => (value: string) => known.includes(value)

/** Who may be said to ask in a call that is tried. */
export const triedActors = ["user", "service_token", "agent", "system"] as const

/** As many as the form has rows. */
const rowFields = ["argPointer", "argTest", "argValue"] as const

/** What the form sends along when a rule is tried out by GET: which rule it is says `edit`, and React has hidden fields of its own. */
const isSentAlong = (name: string): boolean => name === "id" || name.startsWith("$ACTION_")

interface RulesAddress {
  /** The id of the rule that is changed. */
  readonly edit: string | undefined
  /** Which rules are shown. */
  readonly list: { readonly find: string; readonly page: string; readonly open: string }
  readonly draft: RuleDraft
  readonly tried: { readonly path: string; readonly args: string; readonly actor: string }
  readonly ignored: ReadonlyArray<UnreadParameter>
}

/**
 * `?find=&page=&open=` which rules are shown · `?edit=` a rule · `?pattern=&effect=&when=&argPointer=&argTest=&argValue=` and all else that the form has: a rule that is
 * tried out before it is saved · `?path=&args=&actor=` a call that is tried. `isRule`: whether there is such a rule.
 */
export const rulesAddress = (search: string, isRule: (id: string) => boolean): RulesAddress => {
  const { values, ignored } = readAddress("/rules", search, {
    edit: isRule,
    find: anything,
    page: (value) => /^[1-9]\d{0,8}$/.test(value),
    open: isRule,
    pattern: anything,
    effect: oneOf(["", "allow", "require_approval", "block"]),
    when: anything,
    endsOn: anything,
    expiresAfter: anything,
    expiresUnit: oneOf(["minutes", "hours", "days", "never"]),
    selfApproval: oneOf(["", "yes", "no"]),
    fourEyes: oneOf(["on"]),
    requesterMayConfirm: oneOf(["on"]),
    revision: (value) => /^\d{1,9}$/.test(value),
    path: anything,
    args: anything,
    actor: oneOf(["", ...triedActors])
  })
  const { edit, find = "", page = "", open = "", path = "", args = "", actor = "" } = values
  const { pattern = "", effect = "", when = "", endsOn = "", expiresAfter = "", expiresUnit = "", selfApproval = "", revision = "" } = values
  return {
    edit,
    list: { find, page, open },
    draft: {
      ...{ pattern, effect, when: conditionsIn(when, new URLSearchParams(search)), endsOn, expiresAfter, expiresUnit, selfApproval, revision },
      fourEyes: values.fourEyes !== undefined,
      requesterMayConfirm: values.requesterMayConfirm !== undefined
    },
    tried: { path, args, actor },
    ignored: ignored.filter(({ name }) => !isSentAlong(name) && !oneOf(rowFields)(name))
  }
}

/** Rows and JSON of the address together, as JSON text; what is no JSON stays as it is. */
const conditionsIn = (text: string, params: URLSearchParams): string => {
  const rest = text.trim() === "" ? { value: null } : readJson(text)
  if (!("value" in rest)) return text
  const [argPointer, argTest, argValue] = rowFields.map((name) => params.getAll(name))
  const when = whenOf(typedRows({ argPointer, argTest, argValue }), rest.value)
  return when === undefined ? "" : JSON.stringify(when)
}
