import type { RunSummary } from "@/server/domain/run"
import { cx } from "./cx"
import { Icon } from "./icons"
import { runLook, type StatusLook, toneClass } from "./run-status"

type Props = {
  readonly look: StatusLook
  /** In a row there is no fill, except for waiting, which is filled everywhere. */
  readonly as?: "row" | "badge" | undefined
  readonly className?: string | undefined
}

/** Icon and word of a status, in its colours. Waiting is the only filled amber thing of the console. */
export const StatusBadge = ({ look, as = "row", className }: Props) => {
  const waiting = look.tone === "waiting"
  return (
    <span
      className={cx(
        toneClass[look.tone],
        "inline-flex items-center gap-1.5 align-middle whitespace-nowrap",
        waiting
          ? "on-amber h-[22px] rounded-sm bg-waiting pr-2 pl-1.5 text-xs font-semibold text-on-waiting"
          : as === "badge"
            ? "h-[22px] rounded-sm bg-(--tone-soft) pr-[7px] pl-[5px] text-xs font-medium text-(--tone-text) inset-ring inset-ring-(--tone-line)"
            : "h-5 font-medium text-(--tone-text)",
        className
      )}
    >
      <Icon name={look.icon} size={14} className={cx(!waiting && "text-(--tone)", look.tone === "running" && "animate-spin")} />
      {look.word}
    </span>
  )
}

/** A run's status; completed runs say in red how many of their calls failed. */
export const RunStatusBadge = ({
  run,
  as,
  className
}: {
  readonly run: Pick<RunSummary, "status" | "waitingFor" | "pendingInteractionCount" | "failedToolCallCount">
  readonly as?: "row" | "badge"
  readonly className?: string
}) => (
  <span className="flex items-center">
    <StatusBadge look={runLook(run)} as={as} className={className} />
    {run.status === "completed" && run.failedToolCallCount > 0 && <FailedCount count={run.failedToolCallCount} />}
  </span>
)

export const FailedCount = ({ count }: { readonly count: number }) => (
  <span
    className="ml-1.5 rounded-full bg-failed-soft px-[5px] text-[11px] leading-4 font-semibold text-failed-text tabular-nums"
    title={count === 1 ? "1 tool call failed" : `${count} tool calls failed`}
  >
    {count}
    <span className="sr-only">{count === 1 ? " tool call failed" : " tool calls failed"}</span>
  </span>
)

/** The small amber hand of lists whose header carries the badge already. */
export const StatusSquare = ({ look }: { readonly look: StatusLook }) =>
  look.tone === "waiting" ? (
    <span className="grid size-[18px] flex-none place-items-center rounded-[4px] bg-waiting text-on-waiting">
      <Icon name={look.icon} size={12} label={look.word} />
    </span>
  ) : (
    <span className={cx(toneClass[look.tone], "grid size-[18px] flex-none place-items-center text-(--tone)")}>
      <Icon name={look.icon} size={16} label={look.word} />
    </span>
  )
