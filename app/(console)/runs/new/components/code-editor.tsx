"use client"
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react"
import { cx } from "@/app/ui/cx"
import type { ProgramNote } from "../program-notes"
import type { Editor } from "./code-mirror"
import type { Completions } from "./completion-source"

/** The policy that counts is the one the document came with; a page reached by a link was rendered with another nonce. */
const nonceOfDocument = (): string => document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? ""

export interface EditorHandle {
  /** What stands in it now; `value` may be a moment behind. */
  readonly text: () => string
  readonly insert: (place: (doc: string, at: number) => { readonly from: number; readonly text: string }) => void
  readonly set: (doc: string) => void
  readonly focus: () => void
}

interface Props {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onRun: () => void
  readonly notes?: ReadonlyMap<number, ProgramNote> | undefined
  readonly completions?: Completions | undefined
  readonly placeholder?: string | undefined
  readonly invalid?: boolean | undefined
  readonly describedBy?: string | undefined
  readonly className?: string | undefined
  readonly ref?: Ref<EditorHandle> | undefined
}

const nothing: Completions = { tools: [], schemaOf: () => Promise.resolve(null) }

/** A plain text field until the editor has loaded, then the editor in its place; the form sends the same name either way. */
export const CodeEditor = ({ name, label, value, onChange, onRun, notes, completions, placeholder, invalid = false, describedBy, className, ref }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const editor = useRef<Editor | null>(null)
  const [ready, setReady] = useState(false)
  const changed = useEffectEvent(onChange)
  const run = useEffectEvent(onRun)
  const offered = useEffectEvent(() => completions ?? nothing)
  const completes = completions !== undefined
  const marks = useEffectEvent(() => notes ?? new Map<number, ProgramNote>())

  useEffect(() => {
    let gone = false
    void import("./code-mirror").then(({ openEditor }) => {
      if (gone || box.current === null || field.current === null) return
      const hadFocus = document.activeElement === field.current
      editor.current = openEditor({
        parent: box.current,
        doc: field.current.value,
        // Who is typing already goes on where they are, not at the beginning.
        selection: hadFocus ? { anchor: field.current.selectionStart, head: field.current.selectionEnd } : { anchor: 0, head: 0 },
        label,
        nonce: nonceOfDocument(),
        describedBy,
        hint: placeholder,
        onChange: (doc) => changed(doc),
        onRun: () => run(),
        ...(completes && { completions: () => offered() })
      })
      editor.current.setNotes(marks())
      setReady(true)
      if (hadFocus) editor.current.focus()
    })
    return () => {
      gone = true
      editor.current?.destroy()
      editor.current = null
    }
  }, [label, describedBy, placeholder, completes])
  useEffect(() => {
    if (notes !== undefined) editor.current?.setNotes(notes)
  }, [notes])

  useImperativeHandle(ref, () => ({
    text: () => editor.current?.text() ?? field.current?.value ?? value,
    set: (doc) => {
      if (editor.current === null) onChange(doc)
      else editor.current.setDoc(doc)
    },
    insert: (place) => {
      if (editor.current !== null) return editor.current.insert(place)
      const { from, text } = place(value, field.current?.selectionStart ?? value.length)
      onChange(value.slice(0, from) + text + value.slice(from))
    },
    focus: () => (editor.current === null ? field.current?.focus() : editor.current.focus())
  }))

  return (
    <div className={cx("relative min-w-0 bg-surface-sunken", invalid && "shadow-[inset_3px_0_var(--color-failed)]", className)}>
      <div ref={box} className={cx("absolute inset-0", !ready && "hidden")} />
      <textarea
        ref={field}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          onRun()
        }}
        hidden={ready}
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={placeholder}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        wrap="off"
        className="absolute inset-0 size-full resize-none bg-transparent py-2 pr-4 pl-11 font-mono text-[12.5px] leading-5 font-[450] tracking-mono outline-none placeholder:text-text-subtle focus-visible:-outline-offset-2"
      />
    </div>
  )
}
