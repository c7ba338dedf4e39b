"use client"
import { clsx } from "clsx"
import { Icon } from "@/app/ui/icons"
import { frameClass, inputClass, inputRowClass, paletteHint, paletteName } from "./palette-input"

type Props = {
  readonly typed: string
  readonly onType: (typed: string) => void
  /** The rest could not be fetched. */
  readonly isMissing: boolean
  readonly onEnter: () => void
  readonly onClose: () => void
}

const takeFocus = (input: HTMLInputElement | null): void => input?.focus()

/**
 * The palette while its dialog is being fetched: an input that holds what is typed, and remembers Enter. Without
 * it "approvals", typed after Ctrl+K, would be the page's keys: `a` approves.
 */
export const PaletteWaiting = ({ typed, onType, isMissing, onEnter, onClose }: Props) => (
  <>
    <div aria-hidden className="fixed inset-0 z-40 bg-scrim" onPointerDown={onClose} />
    <div
      role="dialog"
      aria-modal
      aria-label={paletteName}
      data-state="open"
      className={clsx("fixed z-40 animate-rise border-border bg-surface-raised shadow-overlay", frameClass)}
    >
      <div className={inputRowClass}>
        <Icon name="search" className="flex-none text-text-subtle" />
        <input
          ref={takeFocus}
          aria-label={paletteName}
          aria-busy={!isMissing}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === "Enter") onEnter()
            else if (event.key === "Escape") onClose()
            else if (event.key !== "Tab") return
            event.preventDefault()
          }}
          placeholder={paletteHint}
          className={inputClass}
        />
      </div>
      <p role={isMissing ? "alert" : "status"} className={clsx("px-4 py-3", isMissing ? "text-failed-text" : "text-text-subtle")}>
        {isMissing
          ? "The list of places could not be fetched: the server did not answer. Enter searches the runs for what you typed."
          : "Fetching the list of places"}
      </p>
    </div>
  </>
)
