"use client"
import dynamic from "next/dynamic"
import { useState } from "react"
import { useHotkeys } from "@/app/hooks/use-hotkeys"

const KeyHelpDialog = dynamic(() => import("./key-help-dialog").then(({ KeyHelpDialog: Dialog }) => Dialog), { ssr: false })

/** `?` shows every key of the page and of the console. Fetched when it is asked for. */
export const KeyHelp = () => {
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  useHotkeys({
    "?": () => {
      setAsked(true)
      setOpen(true)
    }
  })
  return asked ? <KeyHelpDialog open={open} onOpenChange={setOpen} /> : null
}
