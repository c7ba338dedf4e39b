"use client"
import { type ReactNode, useMemo } from "react"
import { hasHidden } from "@/server/domain/hidden-characters"
import { type CodeLine, codeTokenClass, tokenizeCode } from "./code-tokens"
import { cx } from "./cx"
import { LazyRows } from "./lazy-rows"
import { shownLine } from "./shown-line"
import { VisibleText } from "./untrusted-text"

/** How one line stands out. `waiting` is the only amber. */
export type LineTone = "waiting" | "linked" | "error"

export interface CodeViewProps {
  readonly code: string
  /** The part to show, by line numbers from 1; the whole program without it. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** What stands at the right of a line. */
  readonly marks?: ReadonlyMap<number, ReactNode> | undefined
  readonly tones?: ReadonlyMap<number, LineTone> | undefined
  /** Under a line: the error it ended with. */
  readonly notes?: ReadonlyMap<number, ReactNode> | undefined
  readonly onPoint?: ((line: number | null) => void) | undefined
  readonly onPick?: ((line: number) => void) | undefined
  /** A line that is drawn from the start: what is waited for, where it failed. */
  readonly needed?: number | undefined
  readonly label?: string | undefined
  readonly className?: string | undefined
}

/** Line height, in px; the wires of the timeline are drawn by it. */
export const codeLineHeight = 20

/** A program with line numbers, in the design's colours. Long lines scroll inside the box, number and mark stay in view. */
export const CodeView = ({ code, from, to, label = "Program", needed, className, ...look }: CodeViewProps) => {
  const all = useMemo(() => shownLines(code), [code])
  const hidden = useMemo(() => hasHidden(code), [code])
  const first = Math.max(1, from ?? 1)
  const lines = useMemo(() => all.slice(first - 1, to ?? all.length), [all, first, to])
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
      tabIndex={0}
      className={cx(
        "overflow-x-auto overscroll-x-contain bg-surface-sunken py-2 font-mono text-[12.5px] leading-5 font-[450] tracking-mono -outline-offset-2 max-md:text-xs",
        className
      )}
    >
      <div className="w-max min-w-full print:w-auto" {...(look.onPoint && { onMouseLeave: () => look.onPoint?.(null) })}>
        <LazyRows
          count={lines.length}
          rowHeight={codeLineHeight}
          needed={needed === undefined ? undefined : needed - first}
          render={(index) => <Line key={first + index} number={first + index} tokens={lines[index] ?? []} {...look} hidden={hidden} />}
        />
      </div>
    </section>
  )
}

/** The end of the last line is no line of its own. */
const shownLines = (code: string): ReadonlyArray<CodeLine> => tokenizeCode(code.replace(/\n$/, "")).map(shownLine)

type LineLook = Pick<CodeViewProps, "marks" | "tones" | "notes" | "onPoint" | "onPick"> & {
  /** The program has characters that must be made visible; looking for them in every token would be slow. */
  readonly hidden: boolean
}

const toneOfLine: Record<LineTone, string> = { waiting: "bg-waiting-soft", linked: "bg-accent-soft", error: "bg-failed-soft" }
const toneOfNumber: Record<LineTone, string> = {
  waiting: "font-semibold text-waiting-text before:bg-waiting",
  linked: "text-accent-text before:bg-accent",
  error: "font-semibold text-failed-text before:bg-failed"
}

const Line = ({ number, tokens, marks, tones, notes, onPoint, onPick, hidden }: LineLook & { readonly number: number; readonly tokens: CodeLine }) => {
  const tone = tones?.get(number)
  const mark = marks?.get(number)
  const note = notes?.get(number)
  return (
    <>
      {/* Pointing at a line is an extra: the calls beside it are buttons. */}
      <div
        data-line={number}
        data-tone={tone}
        className={cx(
          "relative grid grid-cols-[44px_minmax(0,1fr)_auto] whitespace-pre print:wrap-anywhere print:whitespace-pre-wrap max-md:grid-cols-[36px_minmax(0,1fr)_auto]",
          tone === undefined ? "bg-surface-sunken" : toneOfLine[tone]
        )}
        {...(onPoint && { onMouseEnter: () => onPoint(mark === undefined ? null : number) })}
        {...(onPick && mark !== undefined && { onClick: () => onPick(number) })}
      >
        <span
          aria-hidden="true"
          className={cx(
            "sticky left-0 z-1 bg-inherit pr-3.5 text-right text-[11.5px] select-none max-md:pr-2.5",
            tone === undefined ? "text-text-subtle" : ["before:absolute before:inset-y-0 before:left-0 before:w-[3px]", toneOfNumber[tone]]
          )}
        >
          {number}
        </span>
        <code className="pr-4">
          {tokens.length === 0
            ? " "
            : tokens.map((token, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a line never move
                <span key={index} className={codeTokenClass[token.kind]}>
                  {hidden ? <VisibleText text={token.text} /> : token.text}
                </span>
              ))}
        </code>
        {mark !== undefined && (
          <Mark number={number} onPoint={onPoint} onPick={onPick}>
            {mark}
          </Mark>
        )}
      </div>
      {note !== undefined && (
        <div className="sticky left-0 bg-failed-soft font-sans text-xs tracking-normal text-failed-text">
          <div className="max-w-[min(100%,72ch)] py-1 pr-3 pl-11 whitespace-pre-wrap [overflow-wrap:anywhere] max-md:pl-9">{note}</div>
        </div>
      )}
    </>
  )
}

const markClass =
  "sticky right-0 z-1 flex items-center bg-inherit pr-2.5 pl-2 font-sans text-2xs font-medium tracking-normal text-text-subtle select-none before:absolute before:inset-y-0 before:right-full before:w-7 before:bg-inherit before:[mask-image:linear-gradient(90deg,transparent,black)]"

/** What stands at the right of a line; a button where the line leads to its calls, so that it can be pointed at by keyboard. */
const Mark = ({ number, onPoint, onPick, children }: Pick<CodeViewProps, "onPoint" | "onPick"> & { readonly number: number; readonly children: ReactNode }) =>
  onPick === undefined ? (
    <span className={markClass}>{children}</span>
  ) : (
    <button
      type="button"
      className={cx(markClass, "-outline-offset-2")}
      onFocus={() => onPoint?.(number)}
      onBlur={() => onPoint?.(null)}
      onClick={(event) => {
        event.stopPropagation()
        onPick(number)
      }}
    >
      <span className="sr-only">Line {number}: </span>
      {children}
    </button>
  )
