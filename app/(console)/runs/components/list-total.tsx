import { formatTotal, runsWord } from "@/app/hooks/number-format"
import type { RouterOutputs } from "@/server/trpc/router"

type Props = {
  readonly total: { readonly data: RouterOutputs["runs"]["count"] | undefined; readonly isError: boolean }
  readonly filtered: boolean
  /** Written instead of "matching" while the list cannot be kept up to date. */
  readonly staleSince: string | null
}

/** How many runs the list is about. It may fail alone: then it says so and the rows stay. */
export const ListTotal = ({ total, filtered, staleSince }: Props) => {
  if (total.data === undefined) return total.isError ? "could not be counted" : null
  const count = formatTotal(total.data)
  if (staleSince !== null && staleSince !== "") return `${count} at ${staleSince}`
  return filtered ? `${count} matching` : `${count} ${runsWord(total.data.total)}`
}
