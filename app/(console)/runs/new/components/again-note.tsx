import Link from "next/link"
import { Icon } from "@/app/ui/icons"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { Again } from "../submission"

/** Says which run runs again, and whether it is still the same program. */
export const AgainNote = ({ again, isEdited }: { readonly again: Again; readonly isEdited: boolean }) => (
  <p className="flex min-h-9 flex-none flex-wrap items-center gap-x-2 border-b border-border bg-accent-soft px-4 py-1.5 text-xs text-text-muted max-md:px-3.5">
    <Icon name="rerun" size={14} className="text-accent-text" />
    <span className="min-w-0">
      {isEdited ? "An edited program of" : "The program of"}{" "}
      <Link href={`/runs/${again.id}`} className="font-medium text-accent-text underline-offset-3 wrap-anywhere hover:underline">
        <VisibleText text={again.title} />
      </Link>
      , as a run of its own. What a person allowed there is asked again.
    </span>
  </p>
)
