"use client"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import {
  isSameProgram,
  type KeptProgram,
  nothingKept,
  offeredBeside,
  type Program,
  readKept,
  restoredFor,
  withTakenUp,
  withTyped,
  writeKept
} from "../kept-program"

interface Options {
  /** Keeps several apart. */
  readonly place: string
  /** The template that the address names by now. */
  readonly named: () => string | null
  /** Whether the fields hold what was sent and refused: typed, and not to be replaced. */
  readonly isTyped: boolean
  /** Puts a program into the fields. */
  readonly onReplace: (program: Program) => void
}

interface KeptPrograms {
  /** What was typed before and is not on the screen. */
  readonly offered: KeptProgram | null
  readonly takeUp: (program: KeptProgram) => void
  /** A template is about to be put into the fields. */
  readonly chosen: (template: KeptProgram) => void
}

// allow tab-storage: readKept and writeKept are told of a shelf that throws
const shelf = () => sessionStorage

/**
 * What a person types survives a reload, a look at another page, and the choice of a template, in this tab. Only typing
 * changes what is kept: a template that is shown never takes the place of somebody's text.
 */
export const useKeptProgram = (shown: Program, { place, named, isTyped, onReplace }: Options): KeptPrograms => {
  const { code, args } = shown
  const [offered, setOffered] = useState<KeptProgram | null>(null)
  const kept = useRef(nothingKept)
  const seen = useRef(shown)
  /** What was put into the fields by no hand; null as soon as one has typed into it. */
  const put = useRef<Program | null>(shown)
  const template = useRef<string | null>(null)
  const continues = useRef(false)
  const looked = useRef(false)

  const keep = (program: Program): void => {
    put.current = null
    kept.current = withTyped(kept.current, { code: program.code, args: program.args, template: template.current }, continues.current)
    continues.current = true
    writeKept(shelf, place, kept.current)
    setOffered(offeredBeside(kept.current, program))
  }
  const open = useEffectEvent(() => {
    kept.current = readKept(shelf, place)
    template.current = named()
    if (isTyped) return keep(shown)
    const restored = restoredFor(kept.current, template.current)
    setOffered(offeredBeside(kept.current, restored ?? shown))
    if (restored === null) return
    put.current = restored
    template.current = restored.template
    continues.current = true
    if (!isSameProgram(restored, shown)) onReplace(restored)
  })
  useEffect(() => {
    if (looked.current) return
    looked.current = true
    open()
  }, [])
  const change = useEffectEvent((now: Program) => {
    if (isSameProgram(seen.current, now)) return
    seen.current = now
    if (put.current === null || !isSameProgram(put.current, now)) keep(now)
  })
  useEffect(() => change({ code, args }), [code, args])

  return {
    offered,
    takeUp: (program) => {
      kept.current = withTakenUp(kept.current, program)
      writeKept(shelf, place, kept.current)
      put.current = program
      template.current = program.template
      continues.current = true
      setOffered(offeredBeside(kept.current, program))
      onReplace(program)
    },
    chosen: (program) => {
      put.current = program
      template.current = program.template
      continues.current = false
      setOffered(offeredBeside(kept.current, program))
    }
  }
}
