"use client"
import { usePathname } from "next/navigation"
import { Fragment } from "react"
import { DialogClose, DialogFrame, DialogTitle } from "@/app/ui/dialog-frame"
import { Kbd } from "@/app/ui/kbd"
import { placeOf, places } from "./places"

type Line = { readonly keys: ReadonlyArray<string>; readonly does: string }

const everywhere: ReadonlyArray<Line> = [
  { keys: ["Ctrl", "k"], does: "Go anywhere: a page, a filter, a run" },
  { keys: ["p"], does: "Hold changes back, or go on" },
  { keys: ["?"], does: "Show these keys" },
  { keys: ["Esc"], does: "Close what is open" }
]

const here: Record<string, { readonly name: string; readonly lines: ReadonlyArray<Line> }> = {
  [places.runs.href]: {
    name: "Runs",
    lines: [
      { keys: ["j", "k"], does: "Next, previous run" },
      { keys: ["↵"], does: "Open the run" },
      { keys: ["s"], does: "Filter by status" },
      { keys: ["t"], does: "Filter by time" },
      { keys: ["o"], does: "Filter by tool" },
      { keys: ["a"], does: "Filter by actor" },
      { keys: ["f"], does: "More filters" },
      { keys: ["/"], does: "Search" },
      { keys: ["[", "]"], does: "Previous, next run of the list, while one is open" },
      { keys: ["."], does: "Show the new runs" }
    ]
  },
  [places.approvals.href]: {
    name: "Approvals",
    lines: [
      { keys: ["j", "k"], does: "Next, previous question" },
      { keys: ["↵"], does: "Open the question" },
      { keys: ["a"], does: "Approve; in a form, go to its first field" },
      { keys: ["d"], does: "Decline, with a reason" }
    ]
  },
  [places.newRun.href]: { name: "New run", lines: [{ keys: ["Ctrl", "↵"], does: "Run the program" }] }
}

/** Every key of the page and of the console. */
export const KeyHelpDialog = ({ open, onOpenChange }: { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }) => {
  const page = here[placeOf(usePathname()) ?? ""]
  return (
    <DialogFrame open={open} onOpenChange={onOpenChange} className="top-[18vh] left-1/2 w-[420px] max-w-[calc(100vw-28px)] -translate-x-1/2 rounded-xl border">
      <div className="flex h-12 items-center border-b border-border pr-2.5 pl-4">
        <DialogTitle className="flex-1 text-[15px] font-semibold tracking-tight">Keys</DialogTitle>
        <DialogClose />
      </div>
      <div className="grid gap-3 px-4 py-3.5">
        {page !== undefined && <Group name={page.name} lines={page.lines} />}
        <Group name="Everywhere" lines={everywhere} />
      </div>
    </DialogFrame>
  )
}

const Group = ({ name, lines }: { readonly name: string; readonly lines: ReadonlyArray<Line> }) => (
  <section>
    <h3 className="mb-1 text-[11px] leading-4 font-medium text-text-subtle">{name}</h3>
    <dl className="grid grid-cols-[88px_1fr] gap-y-1.5">
      {lines.map(({ keys, does }) => (
        <Fragment key={does}>
          <dt className="flex items-center gap-1">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </Fragment>
      ))}
    </dl>
  </section>
)
