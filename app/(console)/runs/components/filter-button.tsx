import type { ComponentProps } from "react"
import { Kbd } from "@/app/ui/kbd"

/** A filter's button, 28 high, with its key. */
export const FilterButton = ({ name, hotkey, ...rest }: { readonly name: string; readonly hotkey: string } & ComponentProps<"button">) => (
  <button
    type="button"
    aria-keyshortcuts={hotkey.toLowerCase()}
    className="inline-flex h-7 items-center gap-1.5 rounded-md border border-border bg-surface-raised pr-2 pl-[9px] font-medium text-text-muted hover:bg-surface-hover data-[state=open]:bg-surface-active"
    {...rest}
  >
    {name}
    <Kbd>{hotkey}</Kbd>
  </button>
)
