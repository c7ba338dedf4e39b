import type { ReactNode } from "react"
import type { UnreadParameter } from "@/app/hooks/page-address"
import { ErrorBanner } from "@/app/ui/error-banner"
import { IgnoredRow } from "@/app/ui/ignored-chips"
import { PageHead } from "@/app/ui/page-head"
import { listHref, type ShownRules } from "../list-state"
import type { Matches, Outcome, RuleDraft, RuleItem, RulePreview, TriedVerdict } from "../rule-words"
import type { RuleAction } from "./rule-button"
import { RuleForm } from "./rule-form"
import { RuleList } from "./rule-list"
import { TryCall } from "./try-call"

interface Props {
  readonly readAt: number
  readonly ignored: ReadonlyArray<UnreadParameter>
  /** Undefined when they could not be read. */
  readonly rules: ShownRules | undefined
  /** Undefined when the calls of the last 30 days could not be read. */
  readonly matches: ReadonlyArray<Matches> | undefined
  readonly mayWrite: boolean
  readonly paths: ReadonlyArray<string>
  readonly edited: RuleItem | undefined
  readonly draft: RuleDraft
  readonly preview: Outcome<RulePreview> | null
  readonly tried: { readonly path: string; readonly args: string; readonly actor: string }
  readonly verdict: Outcome<TriedVerdict> | null
  readonly actions: { readonly save: RuleAction; readonly remove: RuleAction; readonly move: RuleAction }
}

/** Which calls go out, ask a person, or are blocked; in what order, and what that means for the calls there were. */
export const RulesPage = ({ readAt, ignored, rules, matches, mayWrite, paths, edited, draft, preview, tried, verdict, actions }: Props) => (
  <div className="flex min-h-0 flex-1 flex-col">
    <PageHead title="Rules" total={rules === undefined ? undefined : rules.total === 1 ? "1 rule" : `${rules.total} rules`} readAt={readAt} />
    <IgnoredRow ignored={ignored} />
    {rules === undefined && <ErrorBanner title="The rules could not be read.">Until they can be, every call needs approval.</ErrorBanner>}
    <div className="min-h-0 flex-1 overflow-y-auto border-t border-border bg-surface-sunken px-6 pt-5 pb-8 max-md:border-t-0 max-md:bg-surface max-md:px-3.5 max-md:pt-4">
      <div className="mx-auto grid max-w-[1040px] grid-cols-[minmax(0,1fr)] gap-7">
        {rules !== undefined && <RuleList rules={rules} matches={matches} mayWrite={mayWrite} actions={actions} />}
        <div className="grid grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] items-start gap-5 max-lg:grid-cols-[minmax(0,1fr)]">
          {mayWrite && (
            <Section id="add" title={edited === undefined ? "Add a rule" : "Change a rule"}>
              <RuleForm
                key={`${edited?.id ?? "new"}/${JSON.stringify(draft)}`}
                edited={edited}
                draft={draft}
                preview={preview}
                back={rules === undefined ? "/rules" : listHref(rules)}
                action={actions.save}
              />
            </Section>
          )}
          <Section id="try" title="What would happen to this call?">
            <TryCall tried={tried} verdict={verdict} />
          </Section>
        </div>
        <datalist id="tool-paths">
          {paths.map((path) => (
            <option key={path} value={path} />
          ))}
        </datalist>
      </div>
    </div>
  </div>
)

const Section = ({ id, title, children }: { readonly id: string; readonly title: string; readonly children: ReactNode }) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className="min-w-0 scroll-mt-4 rounded-lg border border-border bg-surface-raised p-4 shadow-card max-md:p-3.5"
  >
    <h2 id={`${id}-title`} className="mb-3 text-[15px] font-semibold tracking-tight">
      {title}
    </h2>
    {children}
  </section>
)
