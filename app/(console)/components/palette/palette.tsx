"use client"
import dynamic from "next/dynamic"
import { useState } from "react"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import type { PaletteProps } from "./palette-dialog"

/** Fetched when it is opened for the first time: nobody pays for it who does not use it. */
const PaletteDialog = dynamic(() => import("./palette-dialog").then(({ PaletteDialog: Dialog }) => Dialog), { ssr: false })

/** `Ctrl/Cmd+K` goes anywhere: a page, a filter, a run by its id or its words. */
export const Palette = ({ may }: Pick<PaletteProps, "may">) => {
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  useHotkeys({
    "mod+k": () => {
      setAsked(true)
      setOpen(true)
    }
  })
  return asked ? <PaletteDialog may={may} open={open} onOpenChange={setOpen} /> : null
}
