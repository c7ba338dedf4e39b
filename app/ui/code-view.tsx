"use client"
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react"
import { type CodeLine, codeTokenClass, tokenizeCode } from "./code-tokens"
import { hasHidden } from "@/server/domain/hidden-characters"
import { cx } from "./cx"
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
  readonly label?: string | undefined
  readonly className?: string | undefined
}

/** Line height, in px; the wires of the timeline are drawn by it. */
export const codeLineHeight = 20

/** Lines that are drawn together; far ones are drawn when they come near the screen. */
const chunkLines = 200

/** A program with line numbers, in the design's colours. Long lines scroll inside the box, number and mark stay in view. */
export const CodeView = ({ code, from, to, label = "Program", className, ...look }: CodeViewProps) => {
  const all = useMemo(() => tokenizeCode(code), [code])
  const hidden = useMemo(() => hasHidden(code), [code])
  const first = Math.max(1, from ?? 1)
  const lines = useMemo(() => all.slice(first - 1, to ?? all.length), [all, first, to])
  const chunks: Array<{ readonly start: number; readonly lines: ReadonlyArray<CodeLine> }> = []
  for (let start = 0; start < lines.length; start += chunkLines) chunks.push({ start: first + start, lines: lines.slice(start, start + chunkLines) })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={cx("overflow-x-auto overscroll-x-contain bg-surface-sunken py-2 font-mono text-[12.5px] leading-5 font-[450] tracking-mono -outline-offset-2 max-md:text-xs", className)}>
      <div className="w-max min-w-full" {...(look.onPoint && { onMouseLeave: () => look.onPoint?.(null) })}>
        {chunks.map((chunk, index) => (
          <Chunk key={chunk.start} {...chunk} {...look} hidden={hidden} eager={index < 2} />
        ))}
      </div>
    </section>
  )
}

type LineLook = Pick<CodeViewProps, "marks" | "tones" | "notes" | "onPoint" | "onPick"> & {
  /** The program has characters that must be made visible; looking for them in every token would be slow. */
  readonly hidden: boolean
}

const Chunk = ({ start, lines, eager, ...look }: LineLook & { readonly start: number; readonly lines: ReadonlyArray<CodeLine>; readonly eager: boolean }) => {
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(eager)
  useEffect(() => {
    const element = box.current
    if (near || element === null) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), { rootMargin: "1200px" })
    observer.observe(element)
    return () => observer.disconnect()
  }, [near])
  if (!near) return <div ref={box} style={{ height: lines.length * codeLineHeight }} />
  return (
    <>
      {lines.map((tokens, index) => (
        <Line key={start + index} number={start + index} tokens={tokens} {...look} />
      ))}
    </>
  )
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pointing at a line is an extra; the calls beside it are buttons */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div
        data-line={number}
        className={cx("relative grid grid-cols-[44px_minmax(0,1fr)_auto] whitespace-pre max-md:grid-cols-[36px_minmax(0,1fr)_auto]", tone === undefined ? "bg-surface-sunken" : toneOfLine[tone])}
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
          <span className="sticky right-0 z-1 flex items-center bg-inherit pr-2.5 pl-2 font-sans text-2xs font-medium tracking-normal text-text-subtle select-none before:absolute before:inset-y-0 before:right-full before:w-7 before:bg-inherit before:[mask-image:linear-gradient(90deg,transparent,black)]">
            {mark}
          </span>
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
