import Link from "next/link"
import { buttonClass } from "@/app/ui/button-class"
import { cx } from "@/app/ui/cx"
import { Icon, type IconName } from "@/app/ui/icons"
import { Tag } from "@/app/ui/tag"
import { TimeStamp } from "@/app/ui/time-stamp"
import { VisibleText } from "@/app/ui/untrusted-text"
import { listHref, type ShownRules, shortConditions } from "../list-state"
import { conditionWords, effectWords, type Matches, type RecentCalls, type RuleItem, recentWords, termWords } from "../rule-words"
import { type RuleAction, RuleButton } from "./rule-button"
import { FindRule, ListPages } from "./rule-pages"

interface Props {
  readonly rules: ShownRules
  /** Undefined when they could not be read. */
  readonly matches: ReadonlyArray<Matches> | undefined
  readonly mayWrite: boolean
  readonly actions: { readonly remove: RuleAction; readonly move: RuleAction }
}

const looks: Record<RuleItem["effect"], { readonly icon: IconName; readonly className: string }> = {
  allow: { icon: "tick", className: "text-completed-text" },
  require_approval: { icon: "hand", className: "text-text-muted" },
  block: { icon: "cancelled", className: "text-failed-text" }
}

/** The rules by position, and below them what counts without any. */
export const RuleList = ({ rules, matches, mayWrite, actions }: Props) => (
  <section aria-label="Rules" className="min-w-0">
    <p className="mb-2.5 max-w-[72ch] text-text-muted">
      A matching block always wins; else the most specific rule decides: more literal segments, then more literal characters, then having conditions. Only on a
      tie does asking win, then the order below.
    </p>
    <FindRule rules={rules} />
    <ol start={rules.from + 1} className="overflow-hidden rounded-lg border border-border bg-surface-raised shadow-card">
      {rules.items.map((rule, index) => (
        <Row
          key={rule.id}
          rule={rule}
          list={rules}
          recent={recentWords(matches, rule.id)}
          mayWrite={mayWrite}
          isFirst={rules.from + index === 0}
          isLast={rules.from + index === rules.found - 1}
          actions={actions}
        />
      ))}
      <li className="grid min-h-11 grid-cols-[76px_minmax(0,1fr)] items-center gap-3 px-3.5 py-2 text-text-muted max-md:grid-cols-1 max-md:gap-1">
        <span className="text-xs">Otherwise</span>
        <span className="text-xs">Tools that only read are allowed; everything else asks a person.</span>
      </li>
    </ol>
    <ListPages rules={rules} />
  </section>
)

interface RowProps extends Pick<Props, "mayWrite" | "actions"> {
  readonly rule: RuleItem
  readonly list: ShownRules
  readonly recent: RecentCalls
  readonly isFirst: boolean
  readonly isLast: boolean
}

const Row = ({ rule, list, recent, mayWrite, isFirst, isLast, actions }: RowProps) => {
  const { icon, className } = looks[rule.effect]
  const off = rule.hasEnded || rule.unreadable !== null
  const back = listHref({ ...list, open: "" })
  return (
    <li
      id={rule.id}
      className="grid min-h-11 scroll-mt-4 grid-cols-[76px_minmax(0,1fr)_auto_auto] items-start gap-3 border-b border-border px-3.5 py-2.5 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1"
    >
      <span className={cx("flex items-center gap-1.5 font-medium max-md:col-start-1", off ? "text-text-subtle" : className)}>
        <Icon name={icon} size={14} />
        {effectWords[rule.effect]}
      </span>
      <div className="min-w-0 max-md:col-span-2 max-md:col-start-1">
        <p className={cx("mono wrap-anywhere", off ? "text-text-subtle" : "font-emphasis")}>{rule.pattern}</p>
        <Conditions rule={rule} list={list} />
        <p className="mt-1 flex flex-wrap items-center gap-1.5 empty:hidden">
          {termWords(rule).map((word) => (
            <Tag key={word}>{word}</Tag>
          ))}
          {rule.endsAt !== undefined && (
            <Tag>
              {rule.hasEnded ? "ended" : "ends"}&nbsp;
              <TimeStamp at={rule.endsAt} />
            </Tag>
          )}
          {rule.unreadable !== null && <Tag tone="danger">Cannot be read: {rule.unreadable}. Its calls need approval.</Tag>}
        </p>
      </div>
      <Recent recent={recent} />
      {mayWrite ? (
        <span className="-my-0.5 flex items-center max-md:col-start-2 max-md:row-start-1">
          {/* One place of the whole order; among those that were found that would not be seen. */}
          {list.find === "" && (
            <>
              <RuleButton action={actions.move} fields={{ id: rule.id, step: "up", back }} label={`Move ${rule.pattern} up`} disabled={isFirst}>
                <Icon name="arrow-up" size={14} />
              </RuleButton>
              <RuleButton action={actions.move} fields={{ id: rule.id, step: "down", back }} label={`Move ${rule.pattern} down`} disabled={isLast}>
                <Icon name="arrow-up" size={14} className="rotate-180" />
              </RuleButton>
            </>
          )}
          <Link href={`${listHref({ ...list, open: "", edit: rule.id })}#add`} prefetch={false} className={buttonClass({ look: "ghost", size: "sm" })}>
            Change
          </Link>
          <RuleButton action={actions.remove} fields={{ id: rule.id, back }} label={`Remove ${rule.pattern}`}>
            <Icon name="cross" size={14} />
          </RuleButton>
        </span>
      ) : (
        <span />
      )}
    </li>
  )
}

/** The first conditions, or all of them of the rule that was opened. */
const Conditions = ({ rule, list }: { readonly rule: RuleItem; readonly list: ShownRules }) => {
  const all = conditionWords(rule.when)
  const { lines, more, isCut } = shortConditions(all)
  const isOpen = list.open === rule.id
  return (
    <>
      {[...new Set(isOpen ? all : lines)].map((line) => (
        <p key={line} className="mono text-xs wrap-anywhere text-text-muted">
          {line}
        </p>
      ))}
      {isCut && (
        <Link
          href={`${listHref({ ...list, open: isOpen ? "" : rule.id })}#${rule.id}`}
          prefetch={false}
          scroll={false}
          aria-label={isOpen ? `Show less of ${rule.pattern}` : `Show all conditions of ${rule.pattern}`}
          className="text-xs text-accent-text underline-offset-3 hover:underline"
        >
          {isOpen ? "Show less" : more === 0 ? "Show it whole" : `and ${more} more`}
        </Link>
      )}
    </>
  )
}

/** How often it decided in the last 30 days; the calls themselves are one step away. */
const Recent = ({ recent: { words, last } }: { readonly recent: RecentCalls }) => {
  if (last.length === 0) return <span className="text-xs leading-5 whitespace-nowrap text-text-subtle max-md:col-span-2">{words}</span>
  return (
    <details className="group text-xs max-md:col-span-2">
      <summary className="cursor-pointer list-none leading-5 whitespace-nowrap text-text-muted underline-offset-3 hover:underline [&::-webkit-details-marker]:hidden">
        {words}
      </summary>
      <ul className="mt-1 grid max-w-[260px] gap-1">
        {last.map((call) => (
          <li key={`${call.runId}/${call.toolCallId}`} className="flex gap-2">
            <TimeStamp at={call.at} show="ago" className="w-14 flex-none text-text-subtle tabular-nums" />
            <Link href={`/runs/${call.runId}?tab=calls`} prefetch={false} className="min-w-0 truncate text-accent-text underline-offset-3 hover:underline">
              <VisibleText text={call.runTitle} />
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
