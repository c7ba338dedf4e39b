import { runsWord } from "@/app/hooks/number-format"
import { Icon } from "@/app/ui/icons"

/** Runs that came while somebody was reading. Lies over the table's head, never over a row. */
export const NewRunsPill = ({ count, onShow }: { readonly count: number; readonly onShow: () => void }) => (
  <button
    type="button"
    onClick={onShow}
    className="absolute bottom-[-2px] left-1/2 z-20 inline-flex h-[26px] -translate-x-1/2 animate-[rise_140ms_var(--ease-out)] items-center gap-1.5 rounded-full bg-text pr-3 pl-[9px] text-xs font-emphasis whitespace-nowrap text-surface shadow-overlay max-md:fixed max-md:top-[58px] max-md:h-8"
  >
    <Icon name="arrow-up" size={14} />
    {count} new {runsWord(count)}
    <kbd className="ml-1 h-4 min-w-4 rounded-xs border border-[color-mix(in_oklch,var(--color-surface)_34%,transparent)] px-1 text-center font-sans text-[10.5px] leading-[14px] font-medium max-md:hidden">
      .
    </kbd>
  </button>
)
