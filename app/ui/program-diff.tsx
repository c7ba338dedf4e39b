"use client"
import { useMemo } from "react"
import { cx } from "./cx"
import { type DiffLine, diffParts, lineDiff } from "./line-diff"
import { VisibleText } from "./untrusted-text"

interface Props {
  readonly before: string
  readonly after: string
  readonly label: string
  readonly className?: string | undefined
}

const signs: Record<DiffLine["kind"], string> = { same: " ", added: "+", removed: "−" }
const words: Record<DiffLine["kind"], string> = { same: "", added: "added: ", removed: "removed: " }
const tones: Record<DiffLine["kind"], string> = { same: "", added: "bg-completed-soft", removed: "bg-failed-soft" }

/** What is other in a program than in the one before; a sign says it as well as the colour. */
export const ProgramDiff = ({ before, after, label, className }: Props) => {
  const parts = useMemo(() => diffParts(lineDiff(before, after)), [before, after])
  if (parts.length === 0) return <p className="px-4 py-3 text-text-muted">Not a line is different.</p>
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={cx(
        "overflow-auto bg-surface-sunken pb-3 font-mono text-[12.5px] leading-5 font-[450] tracking-mono -outline-offset-2 max-md:text-xs",
        className
      )}
    >
      <div className="w-max min-w-full">
        {parts.map(({ lines, skipped }) => (
          <div key={`${lines[0]?.before}-${lines[0]?.after}`}>
            {skipped > 0 && (
              <p className="sticky left-0 border-y border-border bg-surface px-4 font-sans text-2xs leading-6 tracking-normal text-text-subtle">
                {skipped} {skipped === 1 ? "line" : "lines"} the same
              </p>
            )}
            {lines.map((line) => (
              <div
                key={`${line.before}-${line.after}`}
                className={cx("grid grid-cols-[44px_44px_18px_minmax(0,1fr)] whitespace-pre max-md:grid-cols-[34px_34px_16px_minmax(0,1fr)]", tones[line.kind])}
              >
                <span className="pr-2 text-right text-[11.5px] text-text-subtle select-none" aria-hidden="true">
                  {line.before}
                </span>
                <span className="pr-2 text-right text-[11.5px] text-text-subtle select-none" aria-hidden="true">
                  {line.after}
                </span>
                <span className="text-text-muted select-none" aria-hidden="true">
                  {signs[line.kind]}
                </span>
                <code className="pr-4">
                  {line.kind !== "same" && <span className="sr-only">{words[line.kind]}</span>}
                  {line.text === "" ? " " : <VisibleText text={line.text} />}
                </code>
              </div>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}
