import { serverCaller } from "@/server/trpc/caller"
import { askedSearch } from "../asked-search"
import { moveRule, removeRule, saveRule } from "./actions"
import { callFault } from "./call-fault"
import { RulesPage } from "./components/rules-page"
import { shownRules } from "./list-state"
import type { Outcome, RulePreview, TriedVerdict } from "./rule-words"
import { rulesAddress, triedActors } from "./rules-address"

export default async function Page() {
  const caller = await serverCaller()
  const readAt = Date.now()
  const [rules, matches, role, tools] = await Promise.all([
    caller.rules.list().then(
      ({ items }) => items,
      () => undefined
    ),
    caller.rules.matches().catch(() => undefined),
    caller.me.get().then(
      (me) => me.role,
      () => "viewer" as const
    ),
    caller.tools.list({}).then(
      ({ items }) => items.map(({ path }) => path),
      () => []
    )
  ])
  // What cannot be read is not held against the address.
  const { edit, list, draft, tried, ignored } = rulesAddress(await askedSearch(), (id) => rules?.some((rule) => rule.id === id) ?? true)
  const edited = rules?.find(({ id }) => id === edit)
  return (
    <RulesPage
      readAt={readAt}
      ignored={ignored}
      rules={rules && shownRules(rules, { ...list, edit: edited?.id ?? "" })}
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

const verdictOf = async ({ path, args, actor }: { readonly path: string; readonly args: string; readonly actor: string }): Promise<Outcome<TriedVerdict>> => {
  const given = args.trim() === "" ? undefined : parsed(args)
  if (given === undefined && args.trim() !== "") return { fault: "The arguments are not valid JSON." }
  const kind = triedActors.find((known) => known === actor)
  const caller = await serverCaller()
  return caller.rules.tryCall(JSON.parse(JSON.stringify({ path: path.trim(), args: given, ...(kind === undefined ? {} : { actor: kind }) }))).then(
    (value) => ({ value }),
    (error: unknown) => ({ fault: callFault(error) })
  )
}
