"use client"
import { useMemo, useState } from "react"
import { hasHidden } from "@/server/domain/hidden-characters"
import { Button } from "./button"
import { codeTokenClass, tokenizeCode } from "./code-tokens"
import { cx } from "./cx"
import { VisibleText } from "./untrusted-text"

/** More than this is drawn only on request: a page of text nobody reads should not cost a second. */
const shownCharacters = 20_000
const mostCharacters = 400_000

/** JSON as text, in colours, with hidden characters made visible. */
export const RawJson = ({ value, label, className }: { readonly value: unknown; readonly label: string; readonly className?: string }) => {
  const [most, setMost] = useState(shownCharacters)
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? "undefined", [value])
  const cut = text.slice(0, most)
  const marked = useMemo(() => hasHidden(cut, { spaces: true }), [cut])
  return (
    <div className={cx("overflow-hidden rounded-md border border-border bg-surface-sunken", className)}>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="mono max-h-[420px] overflow-auto px-3 py-2 leading-5 wrap-anywhere whitespace-pre-wrap -outline-offset-2"
      >
        {tokenizeCode(cut).map((line, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
          <span key={number}>
            {line.map((token, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a line never move
              <span key={index} className={codeTokenClass[token.kind]}>
                {marked ? <VisibleText text={token.text} spaces /> : token.text}
              </span>
            ))}
            {"\n"}
          </span>
        ))}
      </section>
      {most < text.length && (
        <div className="flex items-center gap-2 border-t border-border px-1.5 py-1 text-xs text-text-muted">
          {most < mostCharacters ? (
            <Button look="ghost" size="sm" onClick={() => setMost(mostCharacters)}>
              Show more
            </Button>
          ) : null}
          {cut.length.toLocaleString("en").replaceAll(",", " ")} of {text.length.toLocaleString("en").replaceAll(",", " ")} characters shown
        </div>
      )}
    </div>
  )
}
