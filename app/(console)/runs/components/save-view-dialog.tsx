"use client"
import { useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { failureOf, useTRPC, useTRPCClient } from "@/app/hooks/trpc"
import { Button } from "@/app/ui/button"
import { Dialog } from "@/app/ui/dialog"
import { Field, fieldProps, TextInput } from "@/app/ui/field"
import type { SavedView } from "../views"

type Props = {
  readonly search: string
  readonly mayShare: boolean
  readonly onClose: () => void
  readonly onSaved: (view: SavedView) => void
  /** Gets the focus when the dialog closes. */
  readonly returnTo: () => HTMLElement | null | undefined
}

/** Keeps the list as it is under a name, for oneself or for the team. */
const SaveViewDialog = ({ search, mayShare, onClose, onSaved, returnTo }: Props) => {
  const client = useTRPCClient()
  const cache = useQueryClient()
  const trpc = useTRPC()
  const [name, setName] = useState("")
  const [isShared, setShared] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string>()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (name.trim() === "") {
      setError("Give it a name.")
      return
    }
    setSaving(true)
    try {
      const view = await (isShared ? client.views.share : client.views.keep).mutate({ name: name.trim(), search })
      await cache.invalidateQueries(trpc.views.list.pathFilter())
      onSaved(view)
      onClose()
    } catch (failure) {
      setError(failureOf(failure)?.message ?? "The server did not answer.")
    } finally {
      setSaving(false)
    }
  }
  return (
    <Dialog title="Save as a view" open returnTo={returnTo} onOpenChange={(open) => !open && onClose()}>
      <form className="grid gap-3.5" onSubmit={(event) => void submit(event)}>
        <Field id="view-name" label="Name" error={error}>
          <TextInput {...fieldProps("view-name", { error })} value={name} maxLength={60} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        {mayShare && (
          <fieldset className="grid gap-1.5">
            <legend className="mb-1.5 text-xs font-medium">For</legend>
            <Choice name="Only me" on={!isShared} onPick={() => setShared(false)} />
            <Choice name="The whole team" on={isShared} onPick={() => setShared(true)} />
          </fieldset>
        )}
        <p className="text-text-muted">Its filters, columns and density are kept. Which run is open is not.</p>
        <div className="flex justify-end gap-2">
          <Button size="lg" onClick={onClose}>
            Back
          </Button>
          <Button size="lg" look="primary" type="submit" disabled={isSaving}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
export default SaveViewDialog

const Choice = ({ name, on, onPick }: { readonly name: string; readonly on: boolean; readonly onPick: () => void }) => (
  <label className="flex items-center gap-2">
    <input type="radio" name="view-for" checked={on} onChange={onPick} className="accent-(--color-accent)" />
    {name}
  </label>
)
