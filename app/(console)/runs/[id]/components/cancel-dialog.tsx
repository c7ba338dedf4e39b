"use client"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import { failureOf, useTRPC } from "@/app/hooks/trpc"
import { Button } from "@/app/ui/button"
import { Dialog } from "@/app/ui/dialog"
import { ErrorSummary, Field, fieldProps, TextArea } from "@/app/ui/field"
import { useToast } from "@/app/ui/toast"
import type { Run } from "@/server/domain/run"

/** Asks before a run is stopped, and for the reason that goes into the record. */
export const CancelDialog = ({ run, open, onOpenChange }: { readonly run: Run; readonly open: boolean; readonly onOpenChange: (open: boolean) => void }) => {
  const trpc = useTRPC()
  const client = useQueryClient()
  const toast = useToast()
  const reason = useRef<HTMLTextAreaElement>(null)
  const cancel = useMutation(
    trpc.runs.cancel.mutationOptions({
      onSuccess: (summary) => {
        onOpenChange(false)
        client.setQueryData(trpc.runs.get.queryKey({ id: run.id }), (known) =>
          known === undefined ? undefined : { ...known, run: { ...known.run, ...summary } }
        )
        void client.invalidateQueries({ queryKey: trpc.runs.get.queryKey({ id: run.id }) })
        toast({ tone: "cancelled", text: "Run cancelled" })
      }
    })
  )
  // What went wrong is not said again of the next attempt.
  const close = (): void => {
    onOpenChange(false)
    cancel.reset()
  }
  const pending = run.pendingInteractionCount
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())} title="Cancel this run?">
      <form
        className="grid gap-3.5"
        onSubmit={(event) => {
          event.preventDefault()
          const said = reason.current?.value.trim() ?? ""
          cancel.mutate({ id: run.id, ...(said === "" ? {} : { reason: said }) })
        }}
      >
        <p className="text-base text-pretty text-text-muted">
          The program stops where it stands and does not go on any more.
          {pending > 0 && ` ${pending === 1 ? "The open question is" : `The ${pending} open questions are`} closed without an answer.`} What it has done is not
          undone.
        </p>
        {cancel.error !== null && <ErrorSummary title={failureOf(cancel.error)?.message ?? "The server did not answer. Try again: a run is cancelled once."} />}
        <Field id="cancel-reason" label="Reason" optional help="Kept in the record and told to the agent">
          <TextArea ref={reason} rows={2} maxLength={4000} {...fieldProps("cancel-reason", { help: true })} />
        </Field>
        <div className="mt-1 flex justify-end gap-2">
          <Button size="lg" onClick={close}>
            Keep it running
          </Button>
          <Button type="submit" look="danger" size="lg" disabled={cancel.isPending}>
            {cancel.isPending ? "Cancelling" : "Cancel run"}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
