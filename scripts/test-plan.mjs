/** What there is to run, in order. `clone` starts from a clone of this repository in a new folder, so it installs and builds all over. */
export const allParts = ["check", "unit", "integration", "conformance", "browser", "clone"]

/**
 * What `npm test -- …` asks for: names of parts, filters (paths, as Vitest and Playwright take them) and flags for the runner.
 * Filters without a part choose the runner by their path.
 */
export const planOf = (args) => {
  const named = allParts.filter((part) => args.includes(part))
  const flagsFrom = args.findIndex((arg) => arg.startsWith("-"))
  const words = (flagsFrom < 0 ? args : args.slice(0, flagsFrom)).filter((arg) => !allParts.includes(arg))
  const flags = flagsFrom < 0 ? [] : args.slice(flagsFrom).filter((arg) => !allParts.includes(arg))
  const isBrowser = (word) => word.startsWith("e2e/") || word.endsWith(".spec.ts")
  const implied = words.length === 0 ? allParts : [...(words.every(isBrowser) ? [] : ["unit", "integration"]), ...(words.some(isBrowser) ? ["browser"] : [])]
  const parts = named.length > 0 ? named : implied
  return { parts, filters: words, flags }
}
