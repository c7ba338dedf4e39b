import { typedRows, whenOf } from "@/server/domain/condition-rows"
import { readJson } from "@/server/domain/json-input"
import { serverCaller } from "@/server/trpc/caller"
import { moveRule, removeRule, saveRule } from "./actions"
import { callFault } from "./call-fault"
import { RulesPage } from "./components/rules-page"
import { shownRules } from "./list-state"
import type { Outcome, RulePreview, TriedVerdict } from "./rule-words"

type Search = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
type Props = { readonly searchParams: Promise<Search> }

const one = (search: Search, name: string): string => {
  const value = search[name]
  return typeof value === "string" ? value : (value?.[0] ?? "")
}

/** `?find=&page=&open=` which rules are shown · `?edit=` a rule · `?pattern=&effect=&when=&argPointer=&argTest=&argValue=` a rule that is tried out before it is added · `?path=&args=` a call that is tried. */
export default async function Page({ searchParams }: Props) {
  const search = await searchParams
  const caller = await serverCaller()
  const [rules, matches, role, tools] = await Promise.all([
    caller.rules.list().then(
      ({ items }) => items,
      () => undefined
    ),
    caller.rules.matches().catch(() => []),
    caller.me.get().then(
      (me) => me.role,
      () => "viewer" as const
    ),
    caller.tools.list({}).then(
      ({ items }) => items.map(({ path }) => path),
      () => []
    )
  ])
  const edited = rules?.find(({ id }) => id === one(search, "edit"))
  const draft = {
    pattern: one(search, "pattern"),
    effect: one(search, "effect"),
    when: conditionsIn(search),
    endsOn: one(search, "endsOn")
  }
  const tried = { path: one(search, "path"), args: one(search, "args"), actor: one(search, "actor") }
  return (
    <RulesPage
      rules={rules && shownRules(rules, { find: one(search, "find"), page: one(search, "page"), open: one(search, "open"), edit: edited?.id ?? "" })}
      matches={matches}
      mayWrite={role === "admin"}
      paths={tools}
      edited={edited}
      draft={draft}
      preview={draft.pattern === "" ? null : await previewOf(draft, edited?.id)}
      tried={tried}
      verdict={tried.path === "" ? null : await verdictOf(tried)}
      actions={{ save: saveRule, remove: removeRule, move: moveRule }}
    />
  )
}

/** Rows and JSON of the address together, as JSON text; what is no JSON stays as it is. */
const conditionsIn = (search: Search): string => {
  const text = one(search, "when")
  const rest = text.trim() === "" ? { value: null } : readJson(text)
  if (!("value" in rest)) return text
  const when = whenOf(typedRows({ argPointer: search["argPointer"], argTest: search["argTest"], argValue: search["argValue"] }), rest.value)
  return when === undefined ? "" : JSON.stringify(when)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const previewOf = async (
  draft: { readonly pattern: string; readonly effect: string; readonly when: string },
  instead?: string
): Promise<Outcome<RulePreview>> => {
  const when = draft.when.trim() === "" ? undefined : parsed(draft.when)
  if (draft.when.trim() !== "" && when === undefined) return { fault: "The conditions are not valid JSON." }
  const effect = draft.effect === "block" || draft.effect === "require_approval" ? draft.effect : "allow"
  const rule = JSON.parse(JSON.stringify({ pattern: draft.pattern, effect, ...(when === undefined ? {} : { when }) }))
  const caller = await serverCaller()
  return caller.rules.preview({ rule, ...(instead === undefined ? {} : { instead }) }).then(
    ({ calls, ...value }) => ({ value: { ...value, total: calls.length, calls: calls.slice(0, mostCells) } }),
    (error: unknown) => ({ fault: callFault(error) })
  )
}

/** Earlier calls that a trial shows one by one; the sentence above them counts all. */
const mostCells = 120

const kinds = ["user", "service_token", "agent", "system"] as const

const verdictOf = async ({ path, args, actor }: { readonly path: string; readonly args: string; readonly actor: string }): Promise<Outcome<TriedVerdict>> => {
  const given = args.trim() === "" ? undefined : parsed(args)
  if (given === undefined && args.trim() !== "") return { fault: "The arguments are not valid JSON." }
  const kind = kinds.find((known) => known === actor)
  const caller = await serverCaller()
  return caller.rules.tryCall(JSON.parse(JSON.stringify({ path: path.trim(), args: given, ...(kind === undefined ? {} : { actor: kind }) }))).then(
    (value) => ({ value }),
    (error: unknown) => ({ fault: callFault(error) })
  )
}
