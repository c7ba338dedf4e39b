"use client"
import { useQuery } from "@tanstack/react-query"
import { Command } from "cmdk"
import { useRouter } from "next/navigation"
import { Dialog } from "radix-ui"
import { type ReactNode, useDeferredValue, useState } from "react"
import type { Theme } from "@/app/hooks/theme"
import { failureOf, useTRPC } from "@/app/hooks/trpc"
import { useTheme } from "@/app/hooks/use-theme"
import { Icon, type IconName } from "@/app/ui/icons"
import { Kbd } from "@/app/ui/kbd"
import { runLook } from "@/app/ui/run-status"
import { type Entry, entriesFor, fits, questionIdIn, runIdIn } from "./palette-entries"

export type PaletteProps = { readonly may: Parameters<typeof entriesFor>[0]; readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

/** 560 wide at 18 vh: an input, what it could mean, and the keys. */
export const PaletteDialog = ({ may, open, onOpenChange }: PaletteProps) => (
  <Dialog.Root open={open} onOpenChange={onOpenChange}>
    <Dialog.Portal>
      <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
      <Dialog.Content
        aria-describedby={undefined}
        className="fixed top-[18vh] left-1/2 z-40 w-[560px] max-w-[calc(100vw-28px)] -translate-x-1/2 animate-rise overflow-hidden rounded-xl border border-border bg-surface-raised shadow-overlay outline-none max-md:top-3.5"
      >
        <Dialog.Title className="sr-only">Go anywhere</Dialog.Title>
        <Offers may={may} onDone={() => onOpenChange(false)} />
      </Dialog.Content>
    </Dialog.Portal>
  </Dialog.Root>
)

/** Mounted with the dialog: each opening begins with an empty input. */
const Offers = ({ may, onDone }: Pick<PaletteProps, "may"> & { readonly onDone: () => void }) => {
  const router = useRouter()
  const [, choose] = useTheme()
  const [typed, setTyped] = useState("")
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
    <Command label="Go anywhere" shouldFilter={false} loop>
      <div className="flex h-12 items-center gap-2.5 border-b border-border px-4">
        <Icon name="search" className="flex-none text-text-subtle" />
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          placeholder="A page, a run's id, words of its title or program"
          className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-text-subtle max-md:text-[16px]"
        />
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
            {text.length >= 2 && <FoundRuns text={text} go={go} />}
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
          <span className="mono truncate">{run.title}</span>
          <span className="ml-auto flex-none pl-3 text-xs text-text-subtle">{runLook(run).word}</span>
        </Item>
      ))}
      {error !== null && (
        <p role="alert" className="px-4 py-2 text-failed-text">
          {refused?.message ?? "The runs could not be searched: the server did not answer."}
        </p>
      )}
      {refused === null && (
        <Item value={`all ${text}`} icon="search" onSelect={() => go(`/runs?q=${encodeURIComponent(text)}`)}>
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
