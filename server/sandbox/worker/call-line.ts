/**
 * The line on which a call begins. QuickJS attributes a call to the line it evaluated last, which for arguments over
 * several lines is a later one (measured: a template literal in the third line of the arguments). So the call's own name
 * is looked for from there upwards; where it is not found nearby, what was reported stands. Pure: replay gives the same.
 */
export const callLine = (lines: ReadonlyArray<string>, reported: number, path: string): number => {
  const name = path.slice(path.lastIndexOf(".") + 1)
  if (!/^[\w$]{1,100}$/.test(name)) return reported
  const call = new RegExp(`(?:^|[^\\w$])${name.replaceAll("$", "\\$")}["'\`]?\\]?\\s*\\(`)
  for (let line = reported; line >= Math.max(1, reported - farthest); line--) {
    const text = lines[line - 1]
    if (text !== undefined && text.length <= longest && call.test(text)) return line
  }
  return reported
}

/** Arguments longer than this are data; a call in their middle would be found by chance. */
const farthest = 200
/** A minified program has no lines to tell apart. */
const longest = 10_000
