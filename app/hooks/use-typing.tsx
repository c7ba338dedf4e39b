"use client"
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from "react"
import { nextTyping, type Typing, type TypingField, type TypingSign } from "./typing"

const typingIn =
  "input:not([type=checkbox]):not([type=radio]):not([type=button]):not([type=submit]), textarea, select, [contenteditable=''], [contenteditable=true]"

/** The field of text that an event belongs to, if it is one. */
export const fieldOf = (target: EventTarget | null): TypingField | null => {
  const field = target instanceof Element ? target.closest(typingIn) : null
  return field === null ? null : field.matches("input, select") ? "line" : "text"
}

const TypingContext = createContext<RefObject<Typing> | null>(null)

/** Follows keys, clicks and the focus of the whole page, before anything acts upon them. */
export const TypingProvider = ({ children }: { readonly children: ReactNode }) => {
  const typing = useRef<Typing>(null)
  useEffect(() => {
    const learn = (sign: TypingSign): void => {
      typing.current = nextTyping(typing.current, sign)
    }
    const onKey = (event: KeyboardEvent): void =>
      learn({
        type: "key",
        key: event.key,
        mod: event.ctrlKey || event.metaKey,
        composing: event.isComposing,
        field: fieldOf(event.target),
        at: event.timeStamp
      })
    const onFocus = (event: FocusEvent): void => learn({ type: "focus", field: fieldOf(event.target), at: event.timeStamp })
    const onBlur = (event: FocusEvent): void => {
      // Another window has the focus now: here it is where it was.
      const isKept = document.activeElement !== null && document.activeElement === event.target
      if (event.relatedTarget === null && !isKept) learn({ type: "focus", field: null, at: event.timeStamp })
    }
    const onPointer = (event: PointerEvent): void => learn({ type: "pointer", field: fieldOf(event.target) })
    document.addEventListener("keydown", onKey, true)
    document.addEventListener("focusin", onFocus, true)
    document.addEventListener("focusout", onBlur, true)
    document.addEventListener("pointerdown", onPointer, true)
    return () => {
      document.removeEventListener("keydown", onKey, true)
      document.removeEventListener("focusin", onFocus, true)
      document.removeEventListener("focusout", onBlur, true)
      document.removeEventListener("pointerdown", onPointer, true)
    }
  }, [])
  return <TypingContext value={typing}>{children}</TypingContext>
}

/** Asked while a key is handled: whether it belongs to a text that somebody is writing, or was writing a moment ago. */
export const useIsTyping = (): ((event: KeyboardEvent) => boolean) => {
  const typing = useContext(TypingContext)
  return (event) => fieldOf(event.target) !== null || (typing !== null && typing.current !== null)
}
