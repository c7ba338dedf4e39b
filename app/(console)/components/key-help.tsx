"use client"
import { useState } from "react"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { useToast } from "@/app/ui/toast"
import { useLater } from "@/app/ui/use-later"

const fetchDialog = () => import("./key-help-dialog")

/** `?` shows every key of the page and of the console. */
export const KeyHelp = () => {
  const toast = useToast()
  const { part, load } = useLater(fetchDialog)
  const [open, setOpen] = useState(false)
  useHotkeys({
    "?": () => {
      setOpen(true)
      load().catch(() => {
        setOpen(false)
        toast({ tone: "failed", text: "The keys could not be fetched: the server did not answer. Try again in a moment." })
      })
    }
  })
  return part && <part.KeyHelpDialog open={open} onOpenChange={setOpen} />
}
