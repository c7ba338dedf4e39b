import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete"
import { syntaxTree } from "@codemirror/language"
import { splitHidden } from "@/server/domain/hidden-characters"
import { calledAs } from "../program-notes"
import { type KnownTool, nameOffers, type Offer, pathOffers, valueOffers } from "../tool-completion"
import { argumentPlace } from "./argument-place"

export interface Completions {
  readonly tools: ReadonlyArray<KnownTool>
  /** The whole input schema of a tool; null when it cannot be read. */
  readonly schemaOf: (path: string) => Promise<unknown>
}

/** What is offered more than once in a row: the next part of a path, the values of an argument. */
export const goesOn = (completion: Completion): boolean => completion.type === "goes-on"

/** Descriptions come from outside: characters that would hide something are named. */
const visible = (text: string): string =>
  splitHidden(text)
    .map((run) => (run.kind === "text" ? run.text : `[${run.code}]`))
    .join("")

const aboutElement = ({ facts, text }: NonNullable<Offer["about"]>): HTMLElement => {
  const element = document.createElement("div")
  const head = document.createElement("div")
  head.className = "text-text-muted"
  head.textContent = facts.join(" · ")
  element.append(head)
  if (text !== "") {
    const body = document.createElement("p")
    body.className = "mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]"
    body.textContent = visible(text)
    element.append(body)
  }
  return element
}

const completionOf =
  (isCalled: boolean) =>
  ({ label, apply, detail, about, goesOn: more, isFar }: Offer): Completion => ({
    label,
    // The arguments that stand there already stay.
    ...(apply !== undefined && { apply: isCalled ? apply.replace(/\(.*$/s, "") : apply }),
    ...(detail !== undefined && { detail }),
    ...(about !== undefined && { info: () => aboutElement(about) }),
    ...(more === true && { type: "goes-on" }),
    ...(isFar === true && { boost: -50 })
  })

/** Sources, then what is in them, then the operation. */
const paths =
  (known: () => Completions): CompletionSource =>
  (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/(?<![\w$.])(?:tools|human|to{0,2}l?|hu?m?a?)(?:\.[\w$]*)*/)
    if (word === null || word.from === word.to) return null
    const from = word.from + word.text.lastIndexOf(".") + 1
    // A word on its own is often just a word.
    if (from === word.from && !context.explicit && word.text.length < 3) return null
    const isCalled = context.state.sliceDoc(context.pos, context.pos + 1) === "("
    const options = pathOffers(known().tools, word.text).map(completionOf(isCalled))
    // While nothing is typed of a part, the paths further down are not offered: they come with the first letter.
    return options.length === 0 ? null : { from, options, ...(from < context.pos && { validFor: /^[\w$]*$/ }) }
  }

/** Names and listed values, from the input schema of the tool that is called. */
const args =
  (known: () => Completions): CompletionSource =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { state, pos, explicit } = context
    const place = argumentPlace(syntaxTree(state), state.doc.toString(), pos)
    if (place === null) return null
    // Enter behind a brace or a comma begins a line and does not choose: only a blank or a letter offers.
    if (!explicit && place.from === pos && state.sliceDoc(pos - 1, pos) !== " ") return null
    const { tools, schemaOf } = known()
    const tool = tools.find(({ path }) => calledAs(path) === place.called)
    if (tool === undefined) return null
    const schema = await schemaOf(tool.path)
    if (context.aborted) return null
    const offers = place.present === null ? valueOffers(schema, place.path, place.quote) : nameOffers(schema, place.path, place.present)
    if (offers.length === 0) return null
    return { from: place.from, to: place.to, options: offers.map(completionOf(false)), validFor: /^["']?[^"',}\]\n]*$/ }
  }

export const completionSources = (known: () => Completions): ReadonlyArray<CompletionSource> => [args(known), paths(known)]
