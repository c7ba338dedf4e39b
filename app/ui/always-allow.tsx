"use client"
import { useState } from "react"
import { spelledOut } from "@/server/domain/hidden-characters"
import type { ArgumentTest, RuleWish } from "./always-allow-rule"
import { conditionName, rulesLink, testName, wishOf } from "./always-allow-rule"
import { Button } from "./button"
import { CopyButton } from "./copy-button"
import { cx } from "./cx"
import { TextInput } from "./field"
import { Icon } from "./icons"

export interface Proposal {
  readonly pattern: string
  readonly conditions: ReadonlyArray<ArgumentTest>
  readonly left: ReadonlyArray<string>
}
export interface PastCells {
  readonly calls: ReadonlyArray<{ readonly runId: string; readonly toolCallId: string; readonly runTitle: string; readonly isHit: boolean }>
  readonly hits: number
  readonly isCapped: boolean
}

interface Props {
  readonly proposal: Proposal
  /** What the rule would have let through; null while that is not known. */
  readonly cells: PastCells | null
  readonly failure: string | null
  /** Admins write rules; operators suggest them. */
  readonly mayWrite: boolean
  readonly disabled: boolean
  /** The arguments are edited on the card: then the rule is not about what would be approved. */
  readonly edited: boolean
  /** What the rule says by now; `onChange` is told when a condition is changed, kept or left out. */
  readonly wish: RuleWish
  readonly onChange: (wish: RuleWish) => void
  readonly onApprove: (wish: RuleWish) => void
}

/** The narrowest rule for the call at hand, which of its conditions to keep, and what it would have let through. */
export const AlwaysAllow = ({ proposal, cells, failure, mayWrite, disabled, edited, wish, onChange, onApprove }: Props) => {
  const [tests, setTests] = useState(proposal.conditions)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set(proposal.conditions.map(({ pointer }) => pointer)))
  const choose = (nextTests: ReadonlyArray<ArgumentTest>, nextKept: ReadonlySet<string>): void => {
    setTests(nextTests)
    setKept(nextKept)
    onChange(
      wishOf(
        proposal.pattern,
        nextTests.filter(({ pointer }) => nextKept.has(pointer))
      )
    )
  }
  return (
    <div className="grid gap-2.5 rounded-md border border-border bg-surface-sunken px-3 py-2.5">
      <p className="mono wrap-anywhere">
        <span className="text-text-muted">allow </span>
        <b className="font-emphasis">{proposal.pattern}</b>
        {kept.size > 0 && <span className="text-text-muted"> when</span>}
      </p>
      {tests.length > 0 && (
        <ul className="grid gap-1">
          {tests.map((test) => (
            <li key={test.pointer} className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
              <label className="mono flex min-w-0 items-center gap-2">
                <input
                  type="checkbox"
                  className="accent-accent"
                  checked={kept.has(test.pointer)}
                  onChange={() => {
                    const next = new Set(kept)
                    if (!next.delete(test.pointer)) next.add(test.pointer)
                    choose(tests, next)
                  }}
                />
                <span className={cx("wrap-anywhere", !kept.has(test.pointer) && "text-text-subtle")}>{testName(test)}</span>
              </label>
              {test.atMost !== undefined && (
                <TextInput
                  type="number"
                  step="any"
                  aria-label={`Largest ${conditionName(test.pointer)}`}
                  className="w-32! font-mono text-xs!"
                  defaultValue={test.atMost}
                  onChange={(event) => {
                    const limit = event.target.valueAsNumber
                    if (Number.isFinite(limit))
                      choose(
                        tests.map((one) => (one.pointer === test.pointer ? { pointer: one.pointer, atMost: limit } : one)),
                        kept
                      )
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {proposal.left.length > 0 && (
        <p className="text-xs text-text-muted">Not part of it, because hidden or long: {proposal.left.map(conditionName).join(", ")}.</p>
      )}
      <Cells cells={cells} failure={failure} />
      <div className="flex flex-wrap items-center gap-2">
        {mayWrite && (
          <Button size="md" disabled={disabled || edited} onClick={() => onApprove(wish)}>
            Approve and always allow this
          </Button>
        )}
        {edited && (
          <span className="text-xs text-text-muted" role="status">
            The rule would be about the arguments as they were asked; undo the edit first.
          </span>
        )}
        {!(mayWrite || edited) && (
          <>
            <span className="text-xs text-text-muted">Admins write rules. This link opens the one above, filled in:</span>
            <CopyButton text={() => `${window.location.origin}${rulesLink(wish)}`} label="Copy the link for an admin" />
          </>
        )}
      </div>
    </div>
  )
}

/** One cell a past call, filled when the rule would have let it through. */
const Cells = ({ cells, failure }: { readonly cells: PastCells | null; readonly failure: string | null }) => {
  if (failure !== null) return <p className="flex items-center gap-1.5 text-xs text-failed-text">{failure}</p>
  if (cells === null) return <p className="text-xs text-text-subtle">Looking at the calls of the last 30 days …</p>
  const shown = cells.calls.slice(0, 60)
  return (
    <div className="grid gap-1.5">
      <p className="text-xs text-text-muted" role="status">
        {cells.calls.length === 0
          ? "This tool was not called in the last 30 days."
          : `Would have let through ${cells.hits} of ${cells.isCapped ? "the newest " : ""}${cells.calls.length} ${cells.calls.length === 1 ? "call" : "calls"} in 30 days.`}
      </p>
      {shown.length > 0 && (
        <span className="flex flex-wrap gap-[3px]" aria-hidden="true">
          {shown.map((call) => (
            <span
              key={`${call.runId}/${call.toolCallId}`}
              title={spelledOut(call.runTitle)}
              className={cx("h-3.5 w-[9px] rounded-[2px] border", call.isHit ? "border-accent bg-accent" : "border-border-control bg-transparent")}
            />
          ))}
        </span>
      )}
    </div>
  )
}

/** The collapsed line that leads to it. */
export const AlwaysAllowLine = ({ open, mayWrite, onToggle }: { readonly open: boolean; readonly mayWrite: boolean; readonly onToggle: () => void }) => (
  <button
    type="button"
    aria-expanded={open}
    onClick={onToggle}
    className="flex min-h-8 w-full items-center gap-2 rounded-md border border-border px-3 py-1.5 text-left font-medium hover:bg-surface-hover"
  >
    <Icon name="shield" size={14} className="text-text-muted" />
    {mayWrite ? "Approve and always allow like this…" : "Suggest a rule…"}
    <span className="ml-auto text-xs font-normal text-text-subtle max-md:hidden">narrowest rule for this call</span>
    <Icon name={open ? "chevron-down" : "chevron-right"} size={14} className="text-text-subtle" />
  </button>
)
