"use client"
import { useEffect, useState } from "react"
import { Button } from "./button"
import { buttonClass } from "./button-class"
import { Icon } from "./icons"
import { JsonFrame } from "./json-frame"
import { bytesWords } from "./json-nodes"
import type { JsonReader } from "./json-reader"
import { JsonWorkerReader } from "./json-worker-reader"

interface Props {
  /** Where it is read from, by a worker, and downloaded. */
  readonly href: string
  /** Of its JSON text; null where nobody has measured it. */
  readonly bytes: number | null
  readonly label: string
  readonly base: string
  /** It is not read before somebody asks for it. */
  readonly onDemand?: boolean | undefined
}

/** Beyond this it is a matter of seconds and of memory, so somebody has to want it. */
const readByItself = 16 << 20

type State =
  | { readonly type: "idle" }
  | { readonly type: "loading"; readonly bytes: number }
  | { readonly type: "ready"; readonly reader: JsonReader; readonly bytes: number }
  | { readonly type: "failed"; readonly message: string }

/** A value that was too large to come along: read and held by a worker, so that the page stays quick whatever its size. */
export const LargeJson = ({ href, bytes, label, base, onDemand = false }: Props) => {
  const [wanted, setWanted] = useState(!onDemand && (bytes ?? 0) <= readByItself)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State>({ type: "idle" })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to begin anew
  useEffect(() => {
    if (!wanted) return
    setState({ type: "loading", bytes: 0 })
    let isOurs = true
    const worker = new JsonWorkerReader((loaded) => isOurs && setState({ type: "loading", bytes: loaded }))
    worker.load(href).then(
      (loaded) => isOurs && setState({ type: "ready", ...loaded }),
      (error: unknown) => isOurs && setState({ type: "failed", message: error instanceof Error ? error.message : "It could not be read." })
    )
    return () => {
      isOurs = false
      worker.close()
    }
  }, [href, wanted, attempt])
  const download = (
    <a
      href={href}
      download
      aria-label={`Download ${label}`}
      title="Download"
      className="grid size-6 place-items-center rounded-sm text-text-muted hover:bg-surface-active hover:text-text"
    >
      <Icon name="download" size={12} />
    </a>
  )
  if (state.type === "ready") return <JsonFrame reader={state.reader} label={label} base={base} size={bytesWords(state.bytes)} searchable tools={download} />
  return (
    <section className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-border bg-surface-sunken px-3 py-2" aria-label={label}>
      <span role="status" className="min-w-0 flex-1 text-text-muted tabular-nums">
        {words(state, bytes)}
      </span>
      {state.type === "idle" && <Button onClick={() => setWanted(true)}>Show</Button>}
      {state.type === "failed" && <Button onClick={() => setAttempt(attempt + 1)}>Retry</Button>}
      <a href={href} download className={buttonClass()}>
        <Icon name="download" size={14} />
        Download
      </a>
    </section>
  )
}

const words = (state: Exclude<State, { readonly type: "ready" }>, bytes: number | null): string => {
  switch (state.type) {
    case "idle":
      return bytes === null ? "A large value" : `${bytesWords(bytes)} of JSON`
    case "loading":
      return state.bytes === 0
        ? `Reading${bytes === null ? "" : ` ${bytesWords(bytes)}`}`
        : `Reading, ${bytesWords(state.bytes)}${bytes === null ? "" : ` of ${bytesWords(bytes)}`}`
    case "failed":
      return state.message
  }
}
