"use client"
import { useEffect, useEffectEvent, useRef } from "react"

interface Program {
  readonly code: string
  readonly args: string
}

const keyOf = (place: string): string => `signalbox:program:${place}`

const isProgram = (value: unknown): value is Program =>
  typeof value === "object" && value !== null && "code" in value && typeof value.code === "string" && "args" in value && typeof value.args === "string"

const kept = (place: string): Program | null => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? "null")
    return isProgram(value) ? value : null
  } catch {
    return null
  }
}

/** A program that is being written survives a look at another page, in this tab alone; `place` keeps several apart. */
export const useKeptProgram = (
  { code, args }: Program,
  { place, restore, onRestore }: { readonly place: string; readonly restore: boolean; readonly onRestore: (program: Program) => void }
): void => {
  const looked = useRef(false)
  const look = useEffectEvent(() => {
    const before = kept(place)
    if (restore && before !== null && (before.code !== code || before.args !== args)) onRestore(before)
  })
  useEffect(() => {
    if (looked.current) return
    looked.current = true
    look()
  }, [])
  useEffect(() => {
    if (!looked.current) return
    try {
      sessionStorage.setItem(keyOf(place), JSON.stringify({ code, args }))
    } catch {
      // A full or forbidden storage loses the draft, nothing else.
    }
  }, [place, code, args])
}
