import { formatCount } from "../hooks/number-format"

type Props = {
  readonly printed: number
  readonly of: string
  /** In the plural. */
  readonly what?: string
}

/** On paper alone: what of a list is not there. */
export const PrintedNote = ({ printed, of, what = "rows" }: Props) => (
  <p className="hidden border-t border-border px-4 py-2 text-text-muted print:block">
    {formatCount(printed)} of {of} {what} are printed.
  </p>
)
