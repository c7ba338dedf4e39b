"use client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import dynamic from "next/dynamic"
import { useRef, useState } from "react"
import { failureOf, useTRPC, useTRPCClient } from "@/app/hooks/trpc"
import { useGo } from "@/app/hooks/use-url-state"
import { buttonClass } from "@/app/ui/button-class"
import { Icon } from "@/app/ui/icons"
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from "@/app/ui/menu"
import { useToast } from "@/app/ui/toast"
import { VisibleText } from "@/app/ui/untrusted-text"
import { spelledOut } from "@/server/domain/hidden-characters"
import type { Role } from "@/server/domain/principal"
import { cleared } from "../list-conditions"
import { hrefOf, type ListState } from "../list-state"
import { allRuns, isModified, type SavedView, searchOf, stateOf, viewOf } from "../views"

const SaveViewDialog = dynamic(() => import("./save-view-dialog"), { ssr: false })

/** The list under a name: opening one, keeping this one, and which one opens first. */
export const ViewMenu = ({ state, role }: { readonly state: ListState; readonly role: Role }) => {
  const go = useGo()
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const query = useQuery(trpc.views.list.queryOptions(undefined, { enabled: open || saving || state.view !== null }))
  // Colleagues share views and take them away; a page that is open all day has to ask.
  const openMenu = (next: boolean): void => {
    setOpen(next)
    if (next) void query.refetch({ cancelRefetch: false })
  }
  const { views, defaultId } = query.data ?? { views: [], defaultId: null }
  const current = viewOf(state, views)
  const modified = current !== null && isModified(state, current)
  const act = useViewActions()
  // Whoever made a shared view and may not share any more leaves it alone.
  const mayChange = current !== null && (!current.isShared || role !== "viewer")
  return (
    <>
      <span ref={place} className="contents">
        <Menu open={open} onOpenChange={openMenu}>
          <MenuTrigger className={buttonClass()}>
            <span className="max-w-44 truncate">{current === null ? "Views" : <VisibleText text={current.name} />}</span>
            {modified && <span className="text-text-subtle">changed</span>}
            <Icon name="chevron-down" size={12} />
          </MenuTrigger>
          <MenuContent align="end" className="max-h-[70vh] min-w-60 overflow-y-auto">
            <ViewItem
              name="All runs"
              on={current === null && searchOf(state) === searchOf(cleared(state))}
              opensFirst={false}
              onOpen={() => go(hrefOf({ ...cleared(state), view: allRuns }))}
            />
            <Group name="Yours" views={views.filter(({ isShared }) => !isShared)} current={current} defaultId={defaultId} />
            <Group name="The team's" views={views.filter(({ isShared }) => isShared)} current={current} defaultId={defaultId} />
            {query.isError && <p className="px-2.5 py-2 text-failed-text">The views could not be read.</p>}
            <MenuSeparator />
            {current !== null && modified && mayChange && (
              <MenuItem onSelect={() => act.save(current, searchOf(state))}>
                Save the changes to “<VisibleText text={current.name} />”
              </MenuItem>
            )}
            {current !== null && modified && (
              <MenuItem onSelect={() => go(hrefOf(stateOf(current)))}>
                Back to “<VisibleText text={current.name} />”
              </MenuItem>
            )}
            <MenuItem onSelect={() => setSaving(true)}>Save as a new view…</MenuItem>
            {current !== null && (
              <MenuItem onSelect={() => act.openFirst(defaultId === current.id ? null : current.id)}>
                {defaultId === current.id ? "Open all runs first" : "Open this view first"}
              </MenuItem>
            )}
            {current !== null && mayChange && (
              <MenuItem
                onSelect={() => {
                  act.remove(current)
                  go(hrefOf({ ...state, view: null }), "replace")
                }}
              >
                Remove “<VisibleText text={current.name} />”
              </MenuItem>
            )}
          </MenuContent>
        </Menu>
      </span>
      {saving && (
        <SaveViewDialog
          search={searchOf(state)}
          mayShare={role !== "viewer"}
          onClose={() => setSaving(false)}
          returnTo={() => place.current?.querySelector("button")}
          onSaved={(view) => go(hrefOf(stateOf(view)), "replace")}
        />
      )}
    </>
  )
}

type GroupProps = { readonly name: string; readonly views: ReadonlyArray<SavedView>; readonly current: SavedView | null; readonly defaultId: string | null }

const Group = ({ name, views, current, defaultId }: GroupProps) => {
  const go = useGo()
  if (views.length === 0) return null
  return (
    <>
      <MenuLabel>{name}</MenuLabel>
      {views.map((view) => (
        <ViewItem key={view.id} name={view.name} on={view.id === current?.id} opensFirst={view.id === defaultId} onOpen={() => go(hrefOf(stateOf(view)))} />
      ))}
    </>
  )
}

type ItemProps = { readonly name: string; readonly on: boolean; readonly opensFirst: boolean; readonly onOpen: () => void }

const ViewItem = ({ name, on, opensFirst, onOpen }: ItemProps) => (
  <MenuItem onSelect={onOpen}>
    <span className="min-w-0 flex-1 truncate">
      <VisibleText text={name} />
    </span>
    {opensFirst && <span className="text-xs text-text-subtle">opens first</span>}
    {on && <Icon name="tick" size={14} className="text-accent-text" />}
  </MenuItem>
)

/** What fails is said; what is there is read again either way. */
const useViewActions = () => {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const cache = useQueryClient()
  const toast = useToast()
  const settle = (done: Promise<unknown>, text: string): void => {
    void done
      .then(
        () => toast({ tone: "completed", text }),
        (error: unknown) => toast({ tone: "failed", text: failureOf(error)?.message ?? "The server did not answer." })
      )
      .then(() => cache.invalidateQueries(trpc.views.list.pathFilter()))
  }
  return {
    save: ({ id, name, isShared }: SavedView, search: string) =>
      settle((isShared ? client.views.share : client.views.keep).mutate({ id, name, search }), `“${spelledOut(name)}” is saved`),
    remove: ({ id, name, isShared }: SavedView) =>
      settle((isShared ? client.views.removeShared : client.views.remove).mutate({ id }), `“${spelledOut(name)}” is removed`),
    openFirst: (id: string | null) => settle(client.views.setDefault.mutate({ id }), id === null ? "Runs opens with all runs" : "Runs opens with this view")
  }
}
