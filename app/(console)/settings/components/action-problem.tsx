"use client"
import { useEffect, useRef } from "react"
import { ErrorSummary } from "@/app/ui/field"
import type { ActionState } from "@/server/domain/action-state"

/** Above a form: what was wrong with the last try. Takes the focus. Faults that stand at a field are led to. */
export const ActionProblem = ({ state, fields = {} }: { readonly state: ActionState<unknown>; readonly fields?: Readonly<Record<string, string>> }) => {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (state.status === "failed") summary.current?.focus()
  }, [state])
  if (state.status !== "failed") return null
  const issues = (state.failure.issues ?? []).flatMap(({ path, message }) => {
    const id = fields[path]
    return id === undefined ? [] : [{ id, message }]
  })
  // Of several faults of one field the first is enough to lead there.
  const leading = issues.filter(({ id }, index) => issues.findIndex((issue) => issue.id === id) === index)
  return <ErrorSummary ref={summary} title={issues.length === 0 ? state.failure.message : "This needs another look"} issues={leading} />
}
