/**
 * Whether somebody is in the middle of writing, also when the field is gone: a card that somebody else has decided takes its
 * reason's field with it, and what is typed on must not act upon the page. Pure, for tests; times are of one monotonic clock.
 */
export type Typing = null | { readonly where: "field" } | { readonly where: "nowhere" /** Of the last sign of it. */; readonly at: number }

/** `line`: a field of one line, which Enter ends. */
export type TypingField = "line" | "text"

export type TypingSign =
  | { readonly type: "key"; readonly key: string; readonly mod: boolean; readonly composing: boolean; readonly field: TypingField | null; readonly at: number }
  | { readonly type: "focus"; readonly field: TypingField | null; readonly at: number }
  | { readonly type: "pointer"; readonly field: TypingField | null }

/** Who has pressed no key for so long has seen that the field is gone. */
export const pauseMs = 1000

const ends = ({ key, mod, composing, field }: Extract<TypingSign, { type: "key" }>): boolean =>
  key === "Tab" || key === "Escape" || (key === "Enter" && !composing && (mod || field === "line"))

/** What the next key, click or move of the focus says. After a key, anything but null means that the key belongs to the text. */
export const nextTyping = (typing: Typing, sign: TypingSign): Typing => {
  if (sign.type === "pointer") return sign.field === null ? null : { where: "field" }
  if (sign.type === "key" && ends(sign)) return null
  if (sign.field !== null) return { where: "field" }
  if (typing === null) return null
  // Nobody left the field: it has vanished, or the page has moved the focus.
  if (typing.where === "field") return { where: "nowhere", at: sign.at }
  if (sign.type === "focus" || sign.mod) return typing
  return sign.at - typing.at < pauseMs ? { where: "nowhere", at: sign.at } : null
}
