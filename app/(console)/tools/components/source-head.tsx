"use client"
import Link from "next/link"
import { useActionState } from "react"
import { formatCount } from "@/app/hooks/number-format"
import { Button } from "@/app/ui/button"
import { ButtonLink } from "@/app/ui/button-link"
import { ErrorSummary } from "@/app/ui/field"
import { Icon } from "@/app/ui/icons"
import { Tag } from "@/app/ui/tag"
import { TimeStamp } from "@/app/ui/time-stamp"
import { VisibleText } from "@/app/ui/untrusted-text"
import { idle } from "@/server/domain/action-state"
import type { Role } from "@/server/domain/principal"
import { type ToolsView, toolsHref } from "../tools-address"
import type { Source, SourceDetail, Told, ToolActions } from "../tools-parts"

interface Props {
  readonly view: ToolsView
  readonly source: Source
  readonly role: Role
  readonly problems: SourceDetail["problems"] | null
  readonly actions: ToolActions
}

const kinds = { builtin: "built in", openapi: "OpenAPI", mcp: "MCP", graphql: "GraphQL" } as const

/** The chosen source: what it is, whether it works, and what an admin may do with it. */
export const SourceHead = ({ view, source, role, problems, actions }: Props) => {
  const [refreshed, refresh, refreshing] = useActionState(actions.refreshSource, idle)
  const [tested, test, testing] = useActionState(actions.testSource, idle)
  return (
    <header className="grid flex-none gap-2.5 border-b border-border px-4 py-3 max-md:px-3.5">
      <Link href={toolsHref(view, { source: null, tool: null, removing: false })} className="flex min-h-8 items-center gap-1.5 text-accent-text md:hidden">
        <Icon name="chevron-left" size={14} />
        All sources
      </Link>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg font-semibold tracking-tight">{source.name}</h2>
        <Tag>{kinds[source.kind]}</Tag>
        {source.credentials !== null && <Tag>{source.credentials}</Tag>}
        <span className="flex-1" />
        {role === "admin" && (
          <>
            <form action={test}>
              <input type="hidden" name="name" value={source.name} />
              <Button type="submit" disabled={testing}>
                {testing ? "Testing" : "Test"}
              </Button>
            </form>
            <form action={refresh}>
              <input type="hidden" name="name" value={source.name} />
              <Button type="submit" disabled={refreshing}>
                {refreshing ? "Refreshing" : "Refresh"}
              </Button>
            </form>
            <ButtonLink href={toolsHref(view, { removing: true, tool: null })} scroll={false}>
              Remove
            </ButtonLink>
          </>
        )}
      </div>
      <p className="text-text-muted [overflow-wrap:anywhere]">
        <VisibleText text={source.title} /> · calls go to <span className="mono">{source.baseUrl}</span> · read <TimeStamp at={source.refreshedAt} show="ago" />{" "}
        ago
        <Origin source={source} />
      </p>
      {source.kind === "mcp" && <Hints source={source} role={role} action={actions.trustHints} />}
      <Problems problems={problems} count={source.problemCount} />
      {source.error !== null && <Outcome told={{ worked: false, message: `${source.error} The tools are those of the last time it worked.` }} />}
      {tested.status === "done" && <Outcome told={tested.value} />}
      {refreshed.status === "done" && refreshed.value.worked && <Outcome told={refreshed.value} />}
      {[tested, refreshed].map((state) => state.status === "failed" && <ErrorSummary key={state.failure.requestId} title={state.failure.message} />)}
      {view.removing && role === "admin" && <RemoveQuestion source={source} keep={toolsHref(view, { removing: false })} action={actions.removeSource} />}
    </header>
  )
}

const Outcome = ({ told }: { readonly told: Told }) => (
  <p role="status" className={`flex items-start gap-[7px] [overflow-wrap:anywhere] ${told.worked ? "text-completed-text" : "text-failed-text"}`}>
    <Icon name={told.worked ? "completed" : "failed"} size={14} className="mt-[3px] flex-none" />
    <VisibleText text={told.message} />
  </p>
)

const Origin = ({ source }: { readonly source: Source }) => {
  if (source.kind !== "openapi") return null
  return source.url === null ? ", pasted" : <> from {source.url}</>
}

/** What the server says of its own tools counts only once an admin says so. */
const Hints = ({ source, role, action }: { readonly source: Source; readonly role: Role; readonly action: ToolActions["trustHints"] }) => {
  const [state, trust, changing] = useActionState(action, idle)
  return (
    <form action={trust} className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="name" value={source.name} />
      <input type="hidden" name="trust" value={source.trustsHints ? "no" : "yes"} />
      <p className="min-w-0 flex-1 basis-72 text-pretty text-text-muted">
        {source.trustsHints
          ? "This source's hints are trusted: tools that call themselves read-only run without being asked about."
          : "This source's hints are not trusted: every call needs approval, also of tools that call themselves read-only."}
      </p>
      {role === "admin" && (
        <Button type="submit" disabled={changing}>
          {source.trustsHints ? "Stop trusting" : "Trust this source's hints"}
        </Button>
      )}
      {state.status === "failed" && <ErrorSummary title={state.failure.message} />}
    </form>
  )
}

const Problems = ({ problems, count }: { readonly problems: SourceDetail["problems"] | null; readonly count: number }) => {
  if (count === 0 || problems?.length === 0) return null
  const words = count === 1 ? "1 thing of it cannot be offered as a tool" : `${formatCount(count)} things of it cannot be offered as tools`
  if (problems === null) return <p className="text-text-muted">{words}; which could not be read.</p>
  return (
    <details className="rounded-md border border-border bg-surface-raised">
      <summary className="cursor-pointer px-3 py-2 font-emphasis max-md:py-3">{words}</summary>
      <ul className="grid max-h-72 gap-2 overflow-y-auto border-t border-border px-3 py-2.5">
        {problems.map(({ operation, message }) => (
          <li key={`${operation} ${message}`} className="[overflow-wrap:anywhere]">
            <span className="mono">
              <VisibleText text={operation} />
            </span>
            <span className="block text-text-muted">
              <VisibleText text={message} />
            </span>
          </li>
        ))}
        {problems.length < count && <li className="text-text-muted">and {count - problems.length} more</li>}
      </ul>
    </details>
  )
}

const RemoveQuestion = ({ source, keep, action }: { readonly source: Source; readonly keep: string; readonly action: ToolActions["removeSource"] }) => {
  const [state, remove, removing] = useActionState(action, idle)
  const count = source.toolCount === 1 ? "its tool" : `its ${source.toolCount} tools`
  return (
    <form action={remove} className="grid gap-2.5 rounded-lg border border-failed-line bg-failed-soft p-3.5">
      <input type="hidden" name="name" value={source.name} />
      <p>
        <b className="font-semibold">Remove {source.name}?</b> Programs can no longer call {count}, also those that wait for a person now. Its credentials are
        deleted. What runs did with it stays in their history.
      </p>
      {state.status === "failed" && <ErrorSummary title={state.failure.message} />}
      <div className="flex justify-end gap-2">
        <ButtonLink href={keep} scroll={false} size="lg">
          Keep it
        </ButtonLink>
        <Button type="submit" look="danger" size="lg" disabled={removing}>
          {removing ? "Removing" : "Remove source"}
        </Button>
      </div>
    </form>
  )
}
