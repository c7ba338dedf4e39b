"use client"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { type FormEvent, useActionState, useEffect, useMemo, useRef, useState } from "react"
import { readAddress } from "@/app/hooks/page-address"
import { failureOf, useTRPC } from "@/app/hooks/trpc"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { useSearch } from "@/app/hooks/use-url-state"
import { Button } from "@/app/ui/button"
import { cx } from "@/app/ui/cx"
import { ErrorSummary } from "@/app/ui/field"
import { Icon } from "@/app/ui/icons"
import { IgnoredRow } from "@/app/ui/ignored-chips"
import { Kbd } from "@/app/ui/kbd"
import { PageHead } from "@/app/ui/page-head"
import { BottomSheet } from "@/app/ui/sheet"
import { type ActionFailure, type ActionState, idle } from "@/server/domain/action-state"
import { callSnippet, insertion } from "../call-snippet"
import { calledAs, type Policy, programNotes } from "../program-notes"
import { type Again, parseArgs } from "../submission"
import { newRunReaders, type Template, templates } from "../templates"
import { AgainNote } from "./again-note"
import { CodeEditor, type EditorHandle } from "./code-editor"
import { LimitSelect } from "./limit-select"
import { TemplateMenu } from "./template-menu"
import { type CatalogItem, ToolCatalogue } from "./tool-catalogue"
import { useKeptProgram } from "./use-kept-program"

interface Props {
  /** The address's query as the server's page has it. */
  readonly search: string
  readonly template: Template
  /** The run that is to run again, when the address names one. */
  readonly again: Again | null
  readonly tools: ReadonlyArray<CatalogItem> | undefined
  readonly personName: string
  readonly maySubmit: boolean
  readonly action: (previous: ActionState<never>, form: FormData) => Promise<ActionState<never>>
}

const text = (state: ActionState<never>, name: string): string | undefined => {
  const value = state.status === "failed" ? state.values[name] : undefined
  return typeof value === "string" ? value : undefined
}

/** The playground: a program, its arguments, the tools beside it, and Run. */
export const NewRunPage = ({ search: onServer, template, again, tools, personName, maySubmit, action }: Props) => {
  const trpc = useTRPC()
  const { ignored } = readAddress("/runs/new", useSearch(onServer), newRunReaders)
  const queryClient = useQueryClient()
  const router = useRouter()
  const [state, formAction, acting] = useActionState(action, idle)
  const [code, setCode] = useState(text(state, "code") ?? again?.code ?? template.code)
  const [args, setArgs] = useState(text(state, "args") ?? (again === null ? template.args : again.args) ?? "")
  const [limit, setLimit] = useState(text(state, "timeoutMs") ?? String(again?.timeoutMs ?? 300_000))
  const [refused, setRefused] = useState<ActionFailure | null>(null)
  const [sheet, setSheet] = useState(false)
  const editor = useRef<EditorHandle>(null)
  const argsEditor = useRef<EditorHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  /** The same for every try of one program, so that a lost answer does not start it twice. */
  const attempt = useRef<{ readonly of: string; readonly key: string } | null>(null)

  const replace = (next: { readonly code: string; readonly args: string }): void => {
    editor.current?.set(next.code)
    argsEditor.current?.set(next.args)
  }
  const { offered, takeUp, chosen } = useKeptProgram(
    { code, args },
    { place: again === null ? "new" : again.id, named: () => (again === null ? templateNamed() : null), isTyped: state.status !== "idle", onReplace: replace }
  )

  const name = (template: string | null): void => {
    // A run that runs again stays named in the address: it is what is sent with the program.
    if (again === null) history.replaceState(null, "", template === null ? "/runs/new" : `/runs/new?template=${template}`)
  }
  const choose = ({ id, code, args = "" }: Template): void => {
    chosen({ code, args, template: again === null ? id : null })
    replace({ code, args })
    name(id)
  }

  const onSuccess = ({ id }: { readonly id: string }): void => router.push(`/runs/${id}`)
  const first = useMutation(trpc.runs.submit.mutationOptions({ onSuccess }))
  const rerun = useMutation(trpc.runs.rerun.mutationOptions({ onSuccess }))
  const submit = again === null ? first : rerun
  const failure: ActionFailure | null = refused ?? (submit.error === null ? (state.status === "failed" ? state.failure : null) : toFailure(submit.error))
  const told = failure === null ? "" : `${failure.requestId} ${failure.message}`
  useEffect(() => {
    if (told !== "") summary.current?.focus()
  }, [told])

  const run = (): void => {
    if (!maySubmit || submit.isPending || submit.isSuccess) return
    // Not the state: it is a render behind what was typed right before, and what is seen is what must run.
    const program = { code: editor.current?.text() ?? code, args: argsEditor.current?.text() ?? args }
    const read = parseArgs(program.args)
    if ("message" in read) {
      setRefused({ code: "malformed_request", message: "The arguments are not valid JSON.", requestId: "", issues: [{ path: "args", message: read.message }] })
      return
    }
    setRefused(null)
    const of = JSON.stringify([program.code, program.args, limit])
    if (attempt.current?.of !== of) attempt.current = { of, key: crypto.randomUUID() }
    const sent = {
      code: program.code,
      timeoutMs: Number(limit),
      idempotencyKey: attempt.current.key,
      ...("args" in read ? { args: read.args } : hasShownArgs(again) ? { args: null } : {})
    }
    if (again === null) first.mutate(sent)
    else rerun.mutate({ id: again.id, ...sent })
  }
  useHotkeys({ "mod+Enter": run, "/": () => search.current?.focus() })

  const policies = useMemo(() => new Map((tools ?? []).map((item): [string, Policy] => [calledAs(item.path), item.policy])), [tools])
  const notes = useMemo(() => programNotes(code, policies), [code, policies])
  const completions = useMemo(
    () => ({
      tools: tools ?? [],
      schemaOf: (path: string) =>
        queryClient.fetchQuery({ ...trpc.tools.get.queryOptions({ path }), staleTime: 60_000 }).then(
          ({ inputSchema }) => inputSchema,
          () => null
        )
    }),
    [tools, queryClient, trpc]
  )
  const insert = (item: CatalogItem): void => {
    setSheet(false)
    editor.current?.insert((doc, at) => insertion(doc, at, callSnippet(item.path, item.inputSchema)))
  }
  const busy = submit.isPending || submit.isSuccess || acting
  const issues = (failure?.issues ?? []).map((issue) => ({
    id: issue.path.startsWith("args") ? "arguments" : issue.path.startsWith("timeout") ? "time-limit" : "program",
    message: issue.path === "" ? issue.message : `${nameOf(issue.path)} ${issue.message}`
  }))
  const runButton = (className: string, size: "md" | "lg") => (
    <Button
      type="submit"
      look="primary"
      size={size}
      className={className}
      disabled={busy}
      {...(!maySubmit && { disabledReason: "Your role watches; operators and admins run programs" })}
    >
      <Icon name="play" size={14} />
      {busy ? "Starting" : again === null ? "Run" : "Run again"}
      {size === "md" && (
        <Kbd onPrimary className="-mr-[3px]">
          Ctrl ↵
        </Kbd>
      )}
    </Button>
  )

  return (
    <form
      action={formAction}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        run()
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      {again !== null && <input type="hidden" name="rerunOf" value={again.id} />}
      {hasShownArgs(again) && <input type="hidden" name="argsShown" value="1" />}
      <PageHead title={again === null ? "New run" : "Run again"}>
        <TemplateMenu templates={templates} onChoose={choose} />
        <span className="mx-1 h-4 w-px flex-none bg-border-strong" />
        <LimitSelect value={limit} onChange={setLimit} />
        {runButton("", "md")}
      </PageHead>
      <IgnoredRow ignored={ignored} />
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_336px] border-t border-border max-lg:grid-cols-[minmax(0,1fr)_264px] max-md:flex max-md:flex-col max-md:border-t-0">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface-sunken">
          <div className="flex h-9 flex-none items-center border-b border-border bg-surface px-4 text-text-muted">
            <span className="mono">program.ts</span>
            <span className="flex-1" />
            {offered !== null && (
              <button
                type="button"
                className="mr-4 h-6 text-xs font-medium text-accent-text hover:underline max-md:mr-0 max-md:h-9"
                onClick={() => {
                  takeUp(offered)
                  name(offered.template)
                }}
              >
                Restore what you had
              </button>
            )}
            <span className="text-xs text-text-subtle max-md:hidden">Esc, then Tab leaves the editor</span>
          </div>
          {again !== null && <AgainNote again={again} code={code} />}
          {failure !== null && (
            <div className="flex-none bg-surface px-4 py-2.5">
              <ErrorSummary ref={summary} title={failure.message} {...(issues.length > 0 && { issues })} />
            </div>
          )}
          <div id="program" className="flex min-h-[320px] flex-1 flex-col">
            <CodeEditor
              ref={editor}
              name="code"
              label="Program"
              value={code}
              onChange={setCode}
              onRun={run}
              notes={notes.notes}
              completions={completions}
              invalid={issues.some((issue) => issue.id === "program")}
              className="flex-1"
            />
          </div>
          <div className="flex-none border-t border-border">
            <div className="flex h-9 items-center gap-2 border-b border-border bg-surface px-4 text-xs font-medium text-text-muted">
              <h2 className="font-emphasis text-text">Arguments</h2>
              <span className="font-normal">
                {again?.args === null ? (
                  "Empty: those of the first run, with the values that are hidden here"
                ) : (
                  <>
                    JSON, read as <span className="mono">args</span>
                  </>
                )}
              </span>
            </div>
            <div id="arguments">
              <CodeEditor
                ref={argsEditor}
                name="args"
                label="Arguments, JSON"
                value={args}
                onChange={setArgs}
                onRun={run}
                placeholder="{ }"
                invalid={issues.some((issue) => issue.id === "arguments")}
                className={cx(args.includes("\n") ? "h-[116px]" : "h-9")}
              />
            </div>
          </div>
          <div className="flex min-h-10 flex-none flex-wrap items-center gap-x-[18px] gap-y-1 border-t border-border bg-surface px-4 text-xs text-text-muted max-md:px-3.5 max-md:py-2">
            <span className="inline-flex items-center gap-1.5">
              <Icon name="wrench" size={14} />
              {notes.tools === 1 ? "1 tool" : `${notes.tools} tools`}
            </span>
            <span className="inline-flex items-center gap-1.5">
              <Icon name="hand" size={14} />
              {notes.stops === 0 ? "asks nobody" : notes.stops === 1 ? "asks a person at 1 place" : `asks a person at ${notes.stops} places`}
            </span>
            <span className="flex-1" />
            <span className="max-md:hidden">Runs as {personName}</span>
          </div>
        </div>
        <aside aria-label="Tools" className="min-h-0 overflow-y-auto border-l border-border max-md:hidden">
          <ToolCatalogue items={tools} onInsert={insert} search={search} />
        </aside>
      </div>
      <div className="sticky bottom-[calc(60px+env(safe-area-inset-bottom))] z-10 hidden gap-2 border-t border-border bg-surface-raised px-3.5 py-2.5 max-md:flex">
        <Button size="lg" onClick={() => setSheet(true)}>
          Tools
        </Button>
        {runButton("flex-1", "lg")}
      </div>
      <BottomSheet title="Tools" open={sheet} onOpenChange={setSheet}>
        <div className="-mx-3.5">
          <ToolCatalogue items={tools} onInsert={insert} />
        </div>
      </BottomSheet>
    </form>
  )
}

/** The template that the address names by now: the page may have come for another one. */
const templateNamed = (): string | null => {
  const named = new URLSearchParams(location.search).get("template")
  return templates.find(({ id }) => id === named)?.id ?? null
}

/** The first run's arguments stood in the field: an empty one says that there are to be none. Hidden ones stay as they are. */
const hasShownArgs = (again: Again | null): boolean => again !== null && again.args !== null && again.args !== ""

const nameOf = (path: string): string =>
  path.startsWith("args") ? "The text of the arguments" : path.startsWith("timeout") ? "Time limit" : path === "code" ? "Program" : path

const toFailure = (error: unknown): ActionFailure => {
  const known = failureOf(error)
  return known === null
    ? { code: "unreachable", message: "The server did not answer. Run it again: it is started once.", requestId: "" }
    : { code: known.code, message: known.message, requestId: known.requestId, ...(known.issues === undefined ? {} : { issues: known.issues }) }
}
