/** A piece of text: shown as it is, or one character that a reader could not see and that is shown as a tag. */
export type TextRun =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "hidden"; readonly character: string /** `U+202E` */; readonly code: string; readonly name: string }

const names: ReadonlyMap<number, string> = new Map([
  [0x00, "null"],
  [0x07, "bell"],
  [0x08, "backspace"],
  [0x0b, "vertical tab"],
  [0x0c, "form feed"],
  [0x0d, "carriage return"],
  [0x1b, "escape"],
  [0x7f, "delete"],
  [0xa0, "no-break space"],
  [0xad, "soft hyphen"],
  [0x34f, "combining grapheme joiner"],
  [0x61c, "Arabic letter mark"],
  [0x115f, "Hangul filler"],
  [0x1160, "Hangul filler"],
  [0x1680, "Ogham space mark"],
  [0x180e, "Mongolian vowel separator"],
  [0x2002, "en space"],
  [0x2003, "em space"],
  [0x2007, "figure space"],
  [0x2009, "thin space"],
  [0x200a, "hair space"],
  [0x200b, "zero-width space"],
  [0x200c, "zero-width non-joiner"],
  [0x200d, "zero-width joiner"],
  [0x200e, "left-to-right mark"],
  [0x200f, "right-to-left mark"],
  [0x2028, "line separator"],
  [0x2029, "paragraph separator"],
  [0x202a, "left-to-right embedding"],
  [0x202b, "right-to-left embedding"],
  [0x202c, "pop directional formatting"],
  [0x202d, "left-to-right override"],
  [0x202e, "right-to-left override"],
  [0x202f, "narrow no-break space"],
  [0x205f, "mathematical space"],
  [0x2060, "word joiner"],
  [0x2061, "function application"],
  [0x2062, "invisible times"],
  [0x2063, "invisible separator"],
  [0x2064, "invisible plus"],
  [0x2066, "left-to-right isolate"],
  [0x2067, "right-to-left isolate"],
  [0x2068, "first strong isolate"],
  [0x2069, "pop directional isolate"],
  [0x2800, "blank braille pattern"],
  [0x3000, "ideographic space"],
  [0x3164, "Hangul filler"],
  [0xfeff, "zero-width no-break space"],
  [0xffa0, "Hangul filler"]
])

const nameOf = (point: number): string => {
  const known = names.get(point)
  if (known !== undefined) return known
  if (point < 0x20 || (point >= 0x80 && point < 0xa0)) return "control character"
  if (point >= 0xd800 && point <= 0xdfff) return "half of a character"
  if ((point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef)) return "variation selector"
  if (point >= 0xe0000 && point <= 0xe007f) return "tag character"
  if (point >= 0x2000 && point <= 0x200a) return "space"
  return "invisible character"
}

/**
 * Controls, format characters, separators, unpaired surrogates, whatever Unicode says to ignore by default, and the
 * blank braille pattern. Not the format characters that have ink of their own (Arabic and Syriac number signs).
 */
const hidden = /(?![\n\t\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** The same, and every space that is none of the space bar's: it looks like one, and makes another text of the same words. */
const hiddenOrSpace = new RegExp(`${hidden.source}|(?!\\u0020)\\p{Zs}`, "gu")

/** An emoji may contain joiners and presentation selectors; inside one they hide nothing. */
const emojiBefore = /(?:\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})$/u
const pictureBefore = /\p{Extended_Pictographic}$/u
const pictureAfter = /^\p{Extended_Pictographic}/u

const belongsToEmoji = (text: string, at: number, point: number): boolean => {
  // Ten code units are more than the longest emoji part in front of a joiner.
  const before = text.slice(Math.max(0, at - 10), at)
  // A digit is no emoji before its keycap stands around it: "1" and a selector look like "1".
  if (point === 0xfe0f) return pictureBefore.test(before) || (/[#*0-9]$/.test(before) && text[at + 1] === "\u20e3")
  return point === 0x200d && emojiBefore.test(before) && pictureAfter.test(text.slice(at + 1, at + 3))
}

/** `spaces`: spaces other than the space bar's are shown as well, where it matters which characters a value has. */
export type HiddenOptions = { readonly spaces?: boolean | undefined }

/** Splits text so that a screen can show every character that would otherwise be invisible or reorder the line. */
export const splitHidden = (text: string, { spaces = false }: HiddenOptions = {}): ReadonlyArray<TextRun> => {
  const runs: Array<TextRun> = []
  let from = 0
  for (const match of text.matchAll(spaces ? hiddenOrSpace : hidden)) {
    const character = match[0]
    const point = character.codePointAt(0) ?? 0
    if (point === 0x0d && text[match.index + 1] === "\n") continue
    if (belongsToEmoji(text, match.index, point)) continue
    if (match.index > from) runs.push({ kind: "text", text: text.slice(from, match.index) })
    runs.push({ kind: "hidden", character, code: `U+${point.toString(16).toUpperCase().padStart(4, "0")}`, name: nameOf(point) })
    from = match.index + character.length
  }
  if (from < text.length) runs.push({ kind: "text", text: text.slice(from) })
  return runs
}

/** Whether anything in this text would be shown as a tag. */
export const hasHidden = (text: string, options?: HiddenOptions): boolean => splitHidden(text, options).some((run) => run.kind === "hidden")

/** The same as plain text, for what cannot be marked: the title of a tab, a label, a tooltip. */
export const spelledOut = (text: string): string =>
  splitHidden(text)
    .map((run) => (run.kind === "text" ? run.text : `<${run.code}>`))
    .join("")
