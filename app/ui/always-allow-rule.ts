/** A test of one argument, as the narrowest rule proposes it. */
export interface ArgumentTest {
  readonly pointer: string
  readonly equals?: unknown
  readonly atMost?: number
  /** The names that an object may have, and no others. */
  readonly only?: ReadonlyArray<string>
}

/** The rule that would be written. */
export interface RuleWish {
  readonly pattern: string
  readonly effect: "allow"
  readonly when?: { readonly args: ReadonlyArray<ArgumentTest> }
}

export const wishOf = (pattern: string, args: ReadonlyArray<ArgumentTest>): RuleWish => ({
  pattern,
  effect: "allow",
  ...(args.length === 0 ? {} : { when: { args } })
})

/** `/card/last4` as people read it. */
export const conditionName = (pointer: string): string => pointer.slice(1).split("/").join(".").replaceAll("~1", "/").replaceAll("~0", "~")

/** What is tested, in words; a limit is written beside it, where it can be changed. */
export const testName = ({ pointer, equals, atMost, only }: ArgumentTest): string => {
  const name = conditionName(pointer)
  if (only !== undefined) return pointer === "" ? (only.length === 0 ? "no arguments" : "no further arguments") : `nothing further in ${name}`
  return `${name === "" ? "arguments" : name} ${atMost === undefined ? `= ${JSON.stringify(equals)}` : "≤"}`
}

/** Opens the rules with this one filled in. */
export const rulesLink = ({ pattern, effect, when }: RuleWish): string =>
  `/rules?${new URLSearchParams({ pattern, effect, ...(when === undefined ? {} : { when: JSON.stringify(when) }) })}#add`
