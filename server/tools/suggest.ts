/** Similar enough to be what was meant: at least this share of the wanted path has to be there. */
const leastSimilarity = 0.34

/** Up to `most` of the known paths that come closest to one that does not exist, best first. */
export const suggestPaths = (wanted: string, known: ReadonlyArray<string>, most = 5): ReadonlyArray<string> =>
  known
    .map((path) => ({ path, similarity: similarity(wanted, path) }))
    .filter((candidate) => candidate.similarity >= leastSimilarity)
    .sort((a, b) => b.similarity - a.similarity || (a.path < b.path ? -1 : 1))
    .slice(0, most)
    .map((candidate) => candidate.path)

/** From 0 (nothing in common) to 1 (the same but for case and separators). */
const similarity = (wanted: string, path: string): number => {
  const a = plain(wanted)
  const b = plain(path)
  if (a === b) return 1
  // A path without its source, or with one too many, is the usual mistake.
  const contained = a.length > 2 && (b.endsWith(a) || a.endsWith(b)) ? 0.9 : 0
  return Math.max(contained, bigramShare(a, b))
}

/** Longer paths are not meant for people; the bound keeps a hostile one cheap. */
const plain = (path: string): string =>
  path
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")

/** The Dice coefficient of the two texts' letter pairs. */
const bigramShare = (a: string, b: string): number => {
  const pairs = new Map<string, number>()
  for (let at = 0; at < a.length - 1; at++) pairs.set(a.slice(at, at + 2), (pairs.get(a.slice(at, at + 2)) ?? 0) + 1)
  let shared = 0
  for (let at = 0; at < b.length - 1; at++) {
    const left = pairs.get(b.slice(at, at + 2)) ?? 0
    if (left === 0) continue
    pairs.set(b.slice(at, at + 2), left - 1)
    shared++
  }
  return a.length + b.length <= 2 ? 0 : (2 * shared) / (a.length + b.length - 2)
}
