"use client"
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from "react"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { Button } from "@/app/ui/button"
import { ButtonLink } from "@/app/ui/button-link"
import { ErrorBanner } from "@/app/ui/error-banner"
import { Icon } from "@/app/ui/icons"
import { type Later, useLater } from "@/app/ui/use-later"
import type { RunId } from "@/server/domain/ids"
import type { PanelRunProps } from "./panel-run"

const fetchContent = () => import("./panel-run")

/** For the list: most people who look at it open a run. */
export const usePanelContent = (): Later<typeof import("./panel-run")> => useLater(fetchContent)

type Props = PanelRunProps & {
  readonly content: ReturnType<typeof usePanelContent>
  readonly onClose: () => void
  /** The neighbours in the list as it is loaded; undefined at its ends. */
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
}

const widths = { least: 480, usual: 600, most: 760 } as const
const fitting = (width: number): number => Math.min(widths.most, Math.max(widths.least, width))

/**
 * A run beside the list it belongs to: the content of its page. Nothing behind it is locked. The frame and its keys are
 * there at once; who opens and closes quicker than the content is fetched is not left with a key that did nothing.
 */
export const RunPanel = ({ content, onClose, onPrevious, onNext, ...run }: Props) => {
  const [width, setWidth] = useState<number>(widths.usual)
  const panel = useRef<HTMLElement>(null)
  useHotkeys({ Escape: onClose, "[": onPrevious, "]": onNext })
  // Whoever opens it by keys reads it by keys; the list keeps the focus of a click.
  useEffect(() => {
    if (document.activeElement?.matches("[data-row-link]:focus-visible")) panel.current?.focus({ preventScroll: true })
  }, [])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="Run"
      style={{ width }}
      className="absolute inset-y-0 right-0 z-30 flex max-w-full motion-safe:animate-[slide_180ms_var(--ease-out)] flex-col border-l border-border-strong bg-surface-raised shadow-overlay outline-none max-md:fixed max-md:inset-x-0 max-md:top-14 max-md:bottom-0 max-md:w-auto! max-md:overflow-y-auto max-md:rounded-t-xl max-md:border max-md:border-border"
    >
      <Edge width={width} onResize={(to) => setWidth(fitting(to))} />
      <div className="flex h-10 flex-none items-center gap-0.5 border-b border-border pr-2 pl-4">
        <span className="flex-1 text-xs font-medium text-text-muted">Run</span>
        <Button
          look="ghost"
          size="sm"
          icon
          aria-label="Previous run of the list"
          aria-keyshortcuts="["
          disabled={onPrevious === undefined}
          onClick={onPrevious}
        >
          <Icon name="chevron-up" size={14} />
        </Button>
        <Button look="ghost" size="sm" icon aria-label="Next run of the list" aria-keyshortcuts="]" disabled={onNext === undefined} onClick={onNext}>
          <Icon name="chevron-down" size={14} />
        </Button>
        <ButtonLink look="ghost" size="sm" icon href={`/runs/${run.id}`} aria-label="Open the run's page">
          <Icon name="expand" size={14} />
        </ButtonLink>
        <Button look="ghost" size="sm" icon aria-label="Close" aria-keyshortcuts="Escape" onClick={onClose}>
          <Icon name="cross" size={14} />
        </Button>
      </div>
      {content.part === null ? <Fetching id={run.id} load={content.load} /> : <content.part.PanelRun {...run} />}
    </aside>
  )
}
/** While the content is fetched; a fetch that failed says so, and the run's own page may still be had. */
const Fetching = ({ id, load }: { readonly id: RunId; readonly load: () => Promise<void> }) => {
  const [failed, setFailed] = useState(false)
  const fetchIt = useCallback(() => {
    setFailed(false)
    load().catch(() => setFailed(true))
  }, [load])
  useEffect(fetchIt, [fetchIt])
  if (!failed) return <p className="px-5 py-4 text-text-muted">Reading</p>
  return (
    <ErrorBanner title="This part of the console could not be fetched." action={<Button onClick={fetchIt}>Retry</Button>}>
      The server did not answer, or it is a newer one: then reload, or{" "}
      <a href={`/runs/${id}`} className="underline underline-offset-3">
        open the run's page
      </a>
      .
    </ErrorBanner>
  )
}

const Edge = ({ width, onResize }: { readonly width: number; readonly onResize: (to: number) => void }) => {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (from.current !== null) onResize(from.current.width + from.current.x - event.clientX)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: 20, ArrowRight: -20 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    onResize(width + step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no <hr>
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the panel"
      aria-valuenow={width}
      aria-valuemin={widths.least}
      aria-valuemax={widths.most}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        from.current = null
      }}
      onKeyDown={onKeyDown}
      className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none focus-visible:bg-focus max-md:hidden"
    />
  )
}
