"use client"
import Link from "next/link"
import { formatCount, runsWord } from "@/app/hooks/number-format"
import { Button } from "@/app/ui/button"
import { DialogFrame, DialogTitle } from "@/app/ui/dialog-frame"
import { TimeStamp } from "@/app/ui/time-stamp"
import { type BulkWork, failuresOf, type Selection } from "../selection"
import { type BulkAction, useBulk } from "./use-bulk"

type Props = { readonly action: BulkAction; readonly selection: Selection; readonly onClose: (done: boolean) => void }

const words = {
  cancel: {
    title: (count: string) => `Cancel ${count}?`,
    text: "Each one is stopped where it stands. Questions that wait are cancelled. What is over already stays as it is.",
    go: "Cancel them",
    doing: "Cancelling",
    done: "cancelled"
  },
  rerun: {
    title: (count: string) => `Run ${count} again?`,
    text: "Each program starts anew with the arguments it had, and calls its tools anew: what it did before is done again.",
    go: "Run them again",
    doing: "Starting",
    done: "started"
  }
} as const

/** Says in words what is about to happen to which runs; then how far it is, and what came of each. */
const BulkDialog = ({ action, selection, onClose }: Props) => {
  const bulk = useBulk(action)
  const { title, text, go } = words[action]
  const ids = [...selection.ids]
  const count = `${formatCount(ids.length)} ${runsWord(ids.length)}`
  const isOver = bulk.work !== null && !bulk.isRunning
  return (
    <DialogFrame
      open
      onOpenChange={(open) => !open && !bulk.isRunning && onClose(bulk.work !== null)}
      // Once something was done nothing is selected any more, and the bar with its buttons is gone.
      returnTo={() => (bulk.work === null ? null : document.querySelector<HTMLElement>("[data-row-link]"))}
      className="top-[14vh] left-1/2 grid max-h-[76vh] w-[520px] max-w-[calc(100vw-28px)] -translate-x-1/2 grid-rows-[auto_minmax(0,1fr)_auto] gap-3 rounded-xl border p-5"
    >
      <div className="grid gap-1.5">
        <DialogTitle className="text-[17px] leading-6 font-semibold tracking-tight">{title(count)}</DialogTitle>
        <p className="text-text-muted">{text}</p>
      </div>
      <div className="overflow-y-auto">
        {bulk.work === null ? <Meant selection={selection} /> : <Progress work={bulk.work} total={ids.length} action={action} isRunning={bulk.isRunning} />}
      </div>
      <div className="flex justify-end gap-2">
        {bulk.work === null ? (
          <>
            <Button size="lg" onClick={() => onClose(false)}>
              Back
            </Button>
            <Button size="lg" look={action === "cancel" ? "danger" : "primary"} onClick={() => bulk.start(ids)}>
              {go}
            </Button>
          </>
        ) : bulk.isRunning ? (
          <Button size="lg" onClick={bulk.stop}>
            Stop after this batch
          </Button>
        ) : (
          <>
            {isOver && bulk.work.left.length > 0 && (
              <Button size="lg" onClick={bulk.resume}>
                Go on with the rest
              </Button>
            )}
            <Button size="lg" look="primary" onClick={() => onClose(true)}>
              Close
            </Button>
          </>
        )}
      </div>
    </DialogFrame>
  )
}
export default BulkDialog

const Meant = ({ selection: { ids, frozen } }: { readonly selection: Selection }) => (
  <p className="rounded-md border border-border bg-surface-sunken px-3 py-2">
    {frozen === null ? (
      `The ${formatCount(ids.size)} ${runsWord(ids.size)} that you selected.`
    ) : (
      <>
        {frozen.words}, as of <TimeStamp at={frozen.at} show="clock" />. Runs that match later are not among them.
      </>
    )}
  </p>
)

type ProgressProps = { readonly work: BulkWork; readonly total: number; readonly action: BulkAction; readonly isRunning: boolean }

const shownIds = 20

const Progress = ({ work, total, action, isRunning }: ProgressProps) => {
  const done = work.results.filter((one) => one.done).length
  const failed = work.results.length - done
  return (
    <div className="grid gap-2.5">
      <progress className="h-1.5 w-full accent-(--color-accent)" max={total} value={work.results.length} aria-label={words[action].doing} />
      <p role="status" className="tabular-nums">
        {isRunning ? `${words[action].doing}: ` : ""}
        {formatCount(done)} {words[action].done}
        {failed > 0 && `, ${formatCount(failed)} not`}
        {work.left.length > 0 && `, ${formatCount(work.left.length)} left`}
      </p>
      {work.stopped !== null && (
        <p role="alert" className="text-failed-text">
          It stopped. {work.stopped}
        </p>
      )}
      {failuresOf(work).map(({ message, ids }) => (
        <section key={message} className="rounded-md border border-border px-3 py-2">
          <h3 className="font-emphasis">
            {formatCount(ids.length)} {runsWord(ids.length)}: <span className="font-normal">{message}</span>
          </h3>
          <ul className="mono mt-1 text-xs text-text-muted">
            {ids.slice(0, shownIds).map((id) => (
              <li key={id}>
                <Link href={`/runs/${id}`} target="_blank" className="text-accent-text underline underline-offset-3">
                  {id}
                </Link>
              </li>
            ))}
            {ids.length > shownIds && <li>and {formatCount(ids.length - shownIds)} more</li>}
          </ul>
        </section>
      ))}
    </div>
  )
}
