import { CopyButton } from "@/app/ui/copy-button"

/** A text to copy as it is, under the name of the place it goes to. */
export const Snippet = ({ label, where, text }: { readonly label: string; readonly where: string; readonly text: string }) => (
  <section aria-label={label} className="min-w-0">
    <div className="flex min-h-9 items-center gap-2 py-1 pr-2 pl-4">
      <span className="min-w-0 flex-1 text-xs text-text-muted">{where}</span>
      <CopyButton text={text} label={`Copy: ${label}`} />
    </div>
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto border-t border-border bg-surface-sunken px-4 py-3 font-mono text-[12.5px] leading-5 font-[450] tracking-mono -outline-offset-2 max-md:text-xs"
    >
      {text}
    </pre>
  </section>
)
