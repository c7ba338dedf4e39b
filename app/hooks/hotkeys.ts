/** Which key was meant, and whether it may act. Pure, for tests. */
export type KeyPress = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** The key is held down: the system presses it again and again. */
  readonly repeat: boolean
  readonly defaultPrevented: boolean
  readonly isComposing: boolean
}

/** Keys that only move may be held down. One that acts counts once: a held `a` must not approve whatever comes next. */
const mayRepeat = /^([jk[\]]|Arrow(Up|Down|Left|Right)|Page(Up|Down))$/

/** `j`, `?`, `Enter`, `[`; with Ctrl or Cmd `mod+k`, `mod+Enter`. Alt is left to the system. */
export const keyOf = (press: KeyPress): string | null => {
  if (press.defaultPrevented || press.isComposing || press.altKey) return null
  const name = press.key.length === 1 ? press.key.toLowerCase() : press.key
  const key = press.ctrlKey || press.metaKey ? `mod+${name}` : name
  return press.repeat && !mayRepeat.test(key) ? null : key
}

/** No key fires while somebody types; keys with Ctrl or Cmd do. */
export const mayAct = (key: string, target: { readonly typing: boolean; readonly pressable: boolean }): boolean => {
  if (key.startsWith("mod+")) return true
  if (target.typing) return false
  // Enter and Space belong to the focused button or link.
  return !(target.pressable && (key === "Enter" || key === " "))
}
