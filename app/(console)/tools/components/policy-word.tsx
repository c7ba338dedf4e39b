import { cx } from "@/app/ui/cx"
import { Icon, type IconName } from "@/app/ui/icons"
import type { ToolItem } from "../tools-parts"

const looks: Record<ToolItem["policy"], { readonly icon: IconName; readonly words: string; readonly className: string }> = {
  allow: { icon: "tick", words: "allowed", className: "text-text-muted" },
  require_approval: { icon: "hand", words: "asks first", className: "text-text-muted" },
  block: { icon: "minus", words: "blocked", className: "text-failed-text" }
}

/** What the rules say of a call of the tool as such. */
export const PolicyWord = ({ policy }: { readonly policy: ToolItem["policy"] }) => {
  const { icon, words, className } = looks[policy]
  return (
    <span className={cx("inline-flex flex-none items-center gap-[5px] text-xs whitespace-nowrap", className)}>
      <Icon name={icon} size={12} />
      {words}
    </span>
  )
}
