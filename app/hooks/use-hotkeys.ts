"use client"
import { useEffect, useEffectEvent } from "react"
import { keyOf, mayAct } from "./hotkeys"
import { useIsTyping } from "./use-typing"

export type Hotkeys = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>

const pressableIn = "a, button, summary, [role=button], [role=menuitem], [role=menuitemcheckbox], [role=option], [role=tab]"
/** While a dialog or a menu is open, the page behind it has no keys. */
const modalIn = "[role=dialog][data-state=open], [role=menu][data-state=open], [role=alertdialog][data-state=open]"

/** `useHotkeys({ j: next, "mod+k": open })`. Keys act while nobody types and no dialog is open. */
export const useHotkeys = (keys: Hotkeys, { enabled = true }: { readonly enabled?: boolean } = {}): void => {
  const isTyping = useIsTyping()
  const act = useEffectEvent((event: KeyboardEvent) => {
    const key = keyOf(event)
    if (key === null) return
    const run = keys[key]
    if (run === undefined || document.querySelector(modalIn) !== null) return
    const target = event.target instanceof Element ? event.target : document.body
    if (!mayAct(key, { typing: isTyping(event), pressable: target.closest(pressableIn) !== null })) return
    event.preventDefault()
    run(event)
  })
  useEffect(() => {
    if (!enabled) return
    const listen = (event: KeyboardEvent) => act(event)
    document.addEventListener("keydown", listen)
    return () => document.removeEventListener("keydown", listen)
  }, [enabled])
}
