"use client"
import { useQuery } from "@tanstack/react-query"
import { clsx } from "clsx"
import { Command } from "cmdk"
import { useRouter } from "next/navigation"
import { type ReactNode, type RefObject, useDeferredValue, useRef } from "react"
import type { Theme } from "@/app/hooks/theme"
import { failureOf, useTRPC } from "@/app/hooks/trpc"
import { useTheme } from "@/app/hooks/use-theme"
import { DialogFrame, DialogTitle } from "@/app/ui/dialog-frame"
import { Icon, type IconName } from "@/app/ui/icons"
import { Kbd } from "@/app/ui/kbd"
import { runLook } from "@/app/ui/run-status"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { Section } from "../../settings/sections"
import { type Entry, entriesFor, fits, leastSearched, questionIdIn, runIdIn } from "./palette-entries"
import { frameClass, inputClass, inputRowClass, paletteHint, paletteName, searchHref } from "./palette-input"

export { entriesFor, meantBy } from "./palette-entries"

type PaletteProps = OffersProps & {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Its input has the focus. */
  readonly onFocused: () => void
  /** It closed: the focus is whose it was before. */
  readonly onClosed: () => void
}

/** 560 wide at 18 vh: an input, what it could mean, and the keys. */
export const PaletteDialog = ({ open, onOpenChange, onFocused, onClosed, ...offers }: PaletteProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <DialogFrame
      open={open}
      onOpenChange={onOpenChange}
      className={clsx("animate-rise", frameClass)}
      onOpenAutoFocus={(event) => {
        // Radix would select what is in the input already, and the next key would replace it.
        event.preventDefault()
        input.current?.focus()
        input.current?.setSelectionRange(offers.typed.length, offers.typed.length)
        onFocused()
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        onClosed()
      }}
    >
      <DialogTitle className="sr-only">{paletteName}</DialogTitle>
      <Offers {...offers} input={input} onDone={() => onOpenChange(false)} />
    </DialogFrame>
  )
}

type OffersProps = { readonly may: ReadonlyArray<Section["action"]>; readonly typed: string; readonly onType: (typed: string) => void }

const Offers = ({ may, typed, onType, input, onDone }: OffersProps & { readonly input: RefObject<HTMLInputElement | null>; readonly onDone: () => void }) => {
  const router = useRouter()
  const [, choose] = useTheme()
  const go = (href: string) => {
    onDone()
    router.push(href)
  }
  const wear = (theme: Theme) => {
    choose(theme)
    onDone()
  }
  const found = entriesFor(may).filter((entry) => fits(entry, typed))
  const run = runIdIn(typed)
  const question = questionIdIn(typed)
  const text = typed.trim()
  return (
    <Command label={paletteName} shouldFilter={false} loop>
      <div className={inputRowClass}>
        <Icon name="search" className="flex-none text-text-subtle" />
        <Command.Input ref={input} value={typed} onValueChange={onType} placeholder={paletteHint} className={inputClass} />
      </div>
      <Command.List className="max-h-[min(420px,56dvh)] overflow-y-auto py-1.5">
        {run !== null && (
          <Group name="This id">
            <Item value={run} icon="list" onSelect={() => go(`/runs/${run}`)}>
              Open <span className="mono">{run}</span>
            </Item>
          </Group>
        )}
        {question !== null && (
          <Group name="This id">
            <Item value={question} icon="hand" onSelect={() => go(`/approvals/${question}`)}>
              Open <span className="mono">{question}</span>
            </Item>
          </Group>
        )}
        {run === null && question === null && (
          <>
            <Known name="Go to" of={found} go={go} />
            <Known name="Runs" of={found} go={go} />
            {text.length >= leastSearched && <FoundRuns text={text} go={go} />}
            {themes
              .filter(({ name }) => text !== "" && fits({ name, words: "theme appearance" }, typed))
              .map(({ value, name, icon }) => (
                <Group key={value} name="Look">
                  <Item value={name} icon={icon} onSelect={() => wear(value)}>
                    {name}
                  </Item>
                </Group>
              ))}
          </>
        )}
      </Command.List>
      <p className="flex h-9 items-center gap-4 border-t border-border px-4 text-xs text-text-subtle max-md:hidden">
        <span className="flex items-center gap-1">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> move
        </span>
        <span className="flex items-center gap-1">
          <Kbd>↵</Kbd> open
        </span>
        <span className="flex items-center gap-1">
          <Kbd>Esc</Kbd> close
        </span>
      </p>
    </Command>
  )
}

const themes: ReadonlyArray<{ readonly value: Theme; readonly name: string; readonly icon: IconName }> = [
  { value: "light", name: "Light theme", icon: "sun" },
  { value: "dark", name: "Dark theme", icon: "moon" },
  { value: "system", name: "System theme", icon: "screen" }
]

const Known = ({ name, of, go }: { readonly name: Entry["group"]; readonly of: ReadonlyArray<Entry>; readonly go: (href: string) => void }) => {
  const own = of.filter(({ group }) => group === name)
  if (own.length === 0) return null
  return (
    <Group name={name}>
      {own.map((entry) => (
        <Item key={entry.href} value={entry.href} icon={entry.icon} onSelect={() => go(entry.href)}>
          {entry.name}
        </Item>
      ))}
    </Group>
  )
}

const shownRuns = 6

/** Runs with these words, newest first, and the list of all of them. A failed search says so: it is not "none". */
const FoundRuns = ({ text, go }: { readonly text: string; readonly go: (href: string) => void }) => {
  const trpc = useTRPC()
  const q = useDeferredValue(text)
  const { data, error } = useQuery({ ...trpc.runs.list.queryOptions({ q, limit: shownRuns }), gcTime: 10_000, staleTime: 5_000 })
  const refused = failureOf(error)
  return (
    <Group name="Runs with these words">
      {(data?.items ?? []).map((run) => (
        <Item key={run.id} value={run.id} icon={runLook(run).icon} onSelect={() => go(`/runs/${run.id}`)}>
          <span className="mono truncate">
            <VisibleText text={run.title} />
          </span>
          <span className="ml-auto flex-none pl-3 text-xs text-text-subtle">{runLook(run).word}</span>
        </Item>
      ))}
      {error !== null && (
        <p role="alert" className="px-4 py-2 text-failed-text">
          {refused?.message ?? "The runs could not be searched: the server did not answer."}
        </p>
      )}
      {refused === null && (
        <Item value={`all ${text}`} icon="search" onSelect={() => go(searchHref(text))}>
          All runs with “{text}”
        </Item>
      )}
    </Group>
  )
}

const Group = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Command.Group
    heading={name}
    className="[&_[cmdk-group-heading]]:px-4 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-[11px] [&_[cmdk-group-heading]]:leading-4 [&_[cmdk-group-heading]]:text-text-subtle"
  >
    {children}
  </Command.Group>
)

const Item = ({
  value,
  icon,
  onSelect,
  children
}: {
  readonly value: string
  readonly icon: IconName
  readonly onSelect: () => void
  readonly children: ReactNode
}) => (
  <Command.Item
    value={value}
    onSelect={onSelect}
    className="mx-1.5 flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 max-md:h-11 data-[selected=true]:bg-surface-active"
  >
    <Icon name={icon} className="flex-none text-text-subtle" />
    {children}
  </Command.Item>
)
