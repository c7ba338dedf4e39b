import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete"
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands"
import { javascript } from "@codemirror/lang-javascript"
import { bracketMatching, indentOnInput } from "@codemirror/language"
import { EditorState, type Extension, Prec, RangeSet, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state"
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  GutterMarker,
  gutter,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
  ViewPlugin,
  type ViewUpdate
} from "@codemirror/view"
import { codeTokenClass, tokenizeCode } from "@/app/ui/code-tokens"
import type { ProgramNote } from "../program-notes"
import { type Completions, completionSources, goesOn } from "./completion-source"
import { editorTheme } from "./editor-theme"
import { noteElement } from "./note-element"

/*
 * The editor itself, loaded when the page is up: colours, notes at the right of lines, completion of calls. Colours
 * come from the same tokenizer as every other view of a program.
 */

export interface EditorOptions {
  readonly parent: HTMLElement
  readonly doc: string
  /** Where somebody stands in the text already. */
  readonly selection: { readonly anchor: number; readonly head: number }
  /** Its accessible name. */
  readonly label: string
  /** The page's style nonce: the editor makes its style sheets itself. */
  readonly nonce: string
  readonly describedBy?: string | undefined
  /** What stands in an empty field. */
  readonly hint?: string | undefined
  readonly onChange: (doc: string) => void
  /** Ctrl+Enter or Cmd+Enter. */
  readonly onRun: () => void
  readonly completions?: (() => Completions) | undefined
}

/** Text longer than this is not coloured: it would cost a moment at every key. */
const mostColoured = 200_000

const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = coloured(view)
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = coloured(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations }
)

const marks = Object.fromEntries(Object.entries(codeTokenClass).map(([kind, name]) => [kind, Decoration.mark({ class: name })]))

const coloured = (view: EditorView): DecorationSet => {
  const { doc } = view.state
  if (doc.length > mostColoured) return Decoration.none
  const builder = new RangeSetBuilder<Decoration>()
  const first = doc.lineAt(view.viewport.from).number
  const last = doc.lineAt(view.viewport.to).number
  for (const [index, line] of tokenizeCode(doc.toString()).entries()) {
    if (index + 1 < first || index + 1 > last) continue
    let at = doc.line(index + 1).from
    for (const token of line) {
      const mark = marks[token.kind]
      if (token.kind !== "plain" && mark !== undefined) builder.add(at, at + token.text.length, mark)
      at += token.text.length
    }
  }
  return builder.finish()
}

const setNotes = StateEffect.define<ReadonlyMap<number, ProgramNote>>()

class NoteMarker extends GutterMarker {
  constructor(readonly note: ProgramNote) {
    super()
  }
  override eq(other: GutterMarker) {
    return other instanceof NoteMarker && other.note === this.note
  }
  override toDOM() {
    return noteElement(this.note)
  }
}

const noteField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update: (before, transaction) => {
    for (const effect of transaction.effects) {
      if (!effect.is(setNotes)) continue
      const { doc } = transaction.state
      const found = [...effect.value].filter(([line]) => line <= doc.lines).sort(([a], [b]) => a - b)
      return RangeSet.of(found.map(([line, note]) => new NoteMarker(note).range(doc.line(line).from)))
    }
    return before.map(transaction.changes)
  }
})

const notes: Extension = [noteField, gutter({ class: "cm-notes", side: "after", markers: (view) => view.state.field(noteField) })]

export interface Editor {
  readonly text: () => string
  readonly setDoc: (doc: string) => void
  readonly setNotes: (found: ReadonlyMap<number, ProgramNote>) => void
  /** Puts text where `place` says, and the cursor behind it. */
  readonly insert: (place: (doc: string, at: number) => { readonly from: number; readonly text: string }) => void
  readonly focus: () => void
  readonly destroy: () => void
}

export const openEditor = ({ parent, doc, selection, label, nonce, describedBy, hint, onChange, onRun, completions }: EditorOptions): Editor => {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc,
      selection,
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", ...(describedBy === undefined ? {} : { "aria-describedby": describedBy }) }),
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        javascript({ typescript: true }),
        colours,
        hint === undefined ? [] : placeholder(hint),
        notes,
        completions === undefined ? [] : autocompletion({ override: [...completionSources(completions)], icons: false, activateOnCompletion: goesOn }),
        // Escape, then Tab leaves the editor: the keys of CodeMirror itself.
        Prec.highest(
          keymap.of([
            {
              key: "Mod-Enter",
              run: () => {
                onRun()
                return true
              }
            }
          ])
        ),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
        editorTheme
      ]
    })
  })
  return {
    text: () => view.state.doc.toString(),
    setDoc: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    setNotes: (found) => view.dispatch({ effects: setNotes.of(found) }),
    insert: (place) => {
      const { from, text } = place(view.state.doc.toString(), view.state.selection.main.head)
      view.dispatch({ changes: { from, insert: text }, selection: { anchor: from + text.length }, scrollIntoView: true })
      view.focus()
    },
    focus: () => view.focus(),
    destroy: () => view.destroy()
  }
}
