"use client"
import { useRouter } from "next/navigation"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { useLater } from "@/app/ui/use-later"
import type { Section } from "../../settings/sections"
import { searchHref } from "./palette-input"
import { PaletteWaiting } from "./palette-waiting"

const fetchDialog = () => import("./palette-dialog")

/**
 * `Ctrl/Cmd+K` goes anywhere: a page, a filter, a run by its id or its words. Most of it is fetched when the browser is
 * idle; who is quicker than that types into the same input, and nothing that was typed acts upon the page behind it.
 */
export const Palette = ({ may }: { readonly may: ReadonlyArray<Section["action"]> }) => {
  const router = useRouter()
  const { part, load } = useLater(fetchDialog)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState("")
  // The waiting input stays until the dialog's own has the focus: a key between the two would go to the page.
  const [isWaiting, setWaiting] = useState(false)
  const [isMissing, setMissing] = useState(false)
  // Enter was pressed before it was known where it leads.
  const [isChosen, setChosen] = useState(false)
  const before = useRef<Element | null>(null)

  useHotkeys({
    "mod+k": () => {
      before.current = document.activeElement
      setTyped("")
      setMissing(false)
      setChosen(false)
      setWaiting(part === null)
      setOpen(true)
      load().catch(() => setMissing(true))
    }
  })
  const giveBackFocus = (): void => {
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  const close = (): void => {
    setOpen(false)
    setWaiting(false)
  }
  const go = (href: string): void => {
    close()
    router.push(href)
  }
  const goWhereItLeads = useEffectEvent((places: NonNullable<typeof part>) => {
    const href = places.meantBy(places.entriesFor(may), typed)
    if (href === null) return setChosen(false)
    go(href)
  })
  useEffect(() => {
    if (isChosen && part !== null) goWhereItLeads(part)
  }, [isChosen, part])
  // Without the list of places, words can still be searched for.
  const onEnter = (): void => {
    if (!isMissing) setChosen(true)
    else if (typed.trim() !== "") go(searchHref(typed.trim()))
  }
  return (
    <>
      {open && isWaiting && (
        <PaletteWaiting
          typed={typed}
          onType={setTyped}
          isMissing={isMissing}
          onEnter={onEnter}
          onClose={() => {
            close()
            giveBackFocus()
          }}
        />
      )}
      {part !== null && (
        <part.PaletteDialog
          may={may}
          open={open && !isChosen}
          onOpenChange={(next) => (next ? setOpen(true) : close())}
          typed={typed}
          onType={setTyped}
          onFocused={() => setWaiting(false)}
          onClosed={giveBackFocus}
        />
      )}
    </>
  )
}
