import { secrecyOf } from "./sensitive-names"

/** What stands in place of a secret. Nothing in this file finds a secret in it, so redacting twice changes nothing. */
export const redacted = "[redacted]"

/** The beginning of a word, also behind an escape that ends in a letter or digit (`%22`, `\\n`). */
const start = "(?:(?<![\\w-])|(?<=%[0-9A-Fa-f]{2})|(?<=\\\\[nrt]))"

/**
 * Credentials that are known by their look. Every expression takes time in proportion to the text: quantifiers that can
 * overlap are bounded, because the text comes from programs, and all are, because an unbounded one runs out of stack on
 * megabytes.
 */
const shapes: ReadonlyArray<readonly [hint: ReadonlyArray<string>, shape: RegExp]> = [
  [["eyJ"], new RegExp(`${start}eyJ[\\w-]{6,16000}\\.[\\w-]{4,16000}\\.[\\w-]{0,4000}`, "g")],
  [["signalbox_"], /signalbox_[\w-]{32,4000}/g],
  [["AKIA", "ASIA", "ABIA", "ACCA"], /(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])/g],
  [["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], /gh[pousr]_[A-Za-z0-9]{20,4000}/g],
  [["github_pat_"], /github_pat_\w{20,4000}/g],
  [["glpat-", "gldt-", "glrt-"], /gl(?:pat|dt|rt)-[\w-]{16,4000}/g],
  [["xox"], /xox[a-z]-[\w-]{8,4000}/g],
  [["xapp-"], /xapp-[\w-]{8,4000}/g],
  [["hooks.slack.com"], /hooks\.slack\.com(?:\/|%2F)(?:services|workflows)(?:\/|%2F)[\w/%-]{8,4000}/g],
  [["sk_", "rk_"], /[sr]k_(?:live|test)_[A-Za-z0-9]{8,4000}/g],
  [["whsec_"], /whsec_[\w+/=-]{8,4000}/g],
  [["sk-"], new RegExp(`${start}sk-[\\w-]{20,4000}`, "g")],
  [["AIza"], /AIza[\w-]{30,4000}/g],
  [["ya29."], /ya29\.[\w-]{16,4000}/g],
  [["GOCSPX-"], /GOCSPX-[\w-]{16,4000}/g],
  [["npm_"], /npm_[A-Za-z0-9]{30,4000}/g],
  [["pypi-"], /pypi-[\w-]{32,4000}/g],
  [["hf_"], new RegExp(`${start}hf_[A-Za-z0-9]{20,4000}`, "g")],
  [["SG."], /SG\.[\w-]{16,4000}\.[\w-]{16,4000}/g],
  [["dop_v1_"], /dop_v1_[a-f0-9]{32,4000}/g],
  [["shpat_", "shpss_"], /shp(?:at|ss)_[a-fA-F0-9]{16,4000}/g],
  [["lin_api_"], /lin_api_\w{16,4000}/g],
  [["PMAK-"], /PMAK-[\w-]{24,4000}/g]
]

const pemHead = /-----BEGIN(?:[ +A-Z]|%20){0,60}PRIVATE(?:[ +]|%20)KEY(?:(?:[ +]|%20)BLOCK)?-----/g
const pemTail = /-----END(?:[ +A-Z]|%20){0,60}PRIVATE(?:[ +]|%20)KEY(?:(?:[ +]|%20)BLOCK)?-----/g
const outsideKey = /["'`<>{}]/g

/** Finds what comes next in a text that is read forwards: each part of it is looked at once, however often one asks. */
const finder = (search: RegExp, text: string) => {
  let found = { at: -1, end: -1 }
  return (from: number): { readonly at: number; readonly end: number } => {
    if (found.at >= from) return found
    search.lastIndex = from
    const match = search.exec(text)
    found = match === null ? { at: text.length, end: text.length } : { at: match.index, end: match.index + match[0].length }
    return found
  }
}

const withoutKeys = (text: string): string => {
  const parts: Array<string> = []
  const nextHead = finder(pemHead, text)
  const nextTail = finder(pemTail, text)
  const nextOutside = finder(outsideKey, text)
  let done = 0
  for (let head = nextHead(0); head.at < text.length; head = nextHead(done)) {
    const tail = nextTail(head.end)
    // A key that was cut off has no end of its own; it ends where no key goes on.
    const outside = nextOutside(head.end)
    parts.push(text.slice(done, head.at), redacted)
    done = tail.at < outside.at ? tail.end : outside.at
  }
  return done === 0 ? text : parts.join("") + text.slice(done)
}

const scheme = /\b(bearer|basic|digest|negotiate)((?:\s|%20|\+|\\[tnr]){1,4})([\w.~+/%=:-]{6,8000})/gi
const userInfo = /([a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>\\?#[\]]{0,200}:)[^\s/@"'<>?#]{1,400}@/gi

/**
 * `name` then `=` or `:`, quoted or not, as in query strings, `.env` lines, header lines, YAML and JSON inside text, also
 * URL-escaped (`%3D`, `%22`) or with backslashes in front of the quotes.
 */
const assignment = new RegExp(
  `(?:passw|passphrase|passcode|pwd|secret|credential|authorization|key|cookie|bearer|jwt|token|connection|auth|pass|pin|otp|cvv|cvc|ssn)` +
    `[\\w-]{0,40}(\\\\{0,8}["']|%22|%27)?(?:\\s|%20){0,4}([:=]|%3D|%3A)((?:\\s|%20|\\+){0,4})(\\\\{0,8}["']|%22|%27)?`,
  "gi"
)
const isNamePart = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 45 || code === 46

/** The whole name around a telling word that starts at `at`. */
const nameAround = (text: string, least: number, at: number): string => {
  let from = at
  while (from > least && at - from < 60 && isNamePart(text.charCodeAt(from - 1))) from--
  // The end of an escape is no part of the name.
  if (text[from - 1] === "%") from = Math.min(from + 2, at)
  else if (text[from - 1] === "\\") from = Math.min(from + 1, at)
  let to = at
  while (to - at < 60 && isNamePart(text.charCodeAt(to))) to++
  return text.slice(from, to)
}

const bareEnd = /[\s"'`&;,<>(){}\\]|\[(?!redacted\])|\](?<!\[redacted\])|%22|%26|%27|%2C|%5D|%7D|$/gi
const lineEnd = /[\r\n"'\\]|$/g

/** The end of the quoted value that starts at `from`. */
const quotedEnd = (text: string, from: number, quote: string): number => {
  if (quote.startsWith("%")) {
    const end = text.indexOf(quote, from)
    return end === -1 ? text.length : end
  }
  // A quote belongs to the value when more backslashes stand in front of it than in front of the opening one.
  const mark = quote.slice(-1)
  const opening = quote.length - 1
  for (let at = text.indexOf(mark, from); at !== -1; at = text.indexOf(mark, at + 1)) {
    let slashes = 0
    while (at - slashes > from && text[at - 1 - slashes] === "\\") slashes++
    if (opening === 0 ? slashes % 2 === 0 : slashes === opening) return at - opening
  }
  return text.length
}

const withoutAssignments = (text: string): string => {
  const parts: Array<string> = []
  const known = new Map<string, ReturnType<typeof secrecyOf>>()
  const nextBareEnd = finder(bareEnd, text)
  const nextLineEnd = finder(lineEnd, text)
  let done = 0
  assignment.lastIndex = 0
  for (let match = assignment.exec(text); match !== null; match = assignment.exec(text)) {
    const name = nameAround(text, done, match.index)
    const secrecy = known.get(name) ?? secrecyOf(name)
    if (known.size < 1000) known.set(name, secrecy)
    if (secrecy === "none") continue
    const start = match.index + match[0].length
    const quote = match[4]
    // Header lines hold more than one word.
    const isHeader = quote === undefined && match[2] === ":" && /(?:authorization|cookie)$/i.test(name)
    const end = quote !== undefined ? quotedEnd(text, start, quote) : (isHeader ? nextLineEnd(start) : nextBareEnd(start)).at
    if (isNoSecret(text.slice(start, end), secrecy) || (quote === undefined && match[3] === " " && isProse(text, start, end))) continue
    parts.push(text.slice(done, start), redacted)
    done = end
    assignment.lastIndex = end
  }
  return done === 0 ? text : parts.join("") + text.slice(done)
}

/** Looks at the beginning of a value only: one that is passed over is looked at again from within. */
const isNoSecret = (value: string, secrecy: "all" | "text"): boolean =>
  value === "" ||
  alreadyClean.test(value.slice(0, 40)) ||
  (value.length < 20 && (/^(?:true|false|null|undefined)$/.test(value) || (secrecy === "text" && /^[\d.]+$/.test(value))))

const alreadyClean = /^(?:(?:bearer|basic|digest|negotiate)(?:\s|%20|\+|\\[tnr]){1,4})?\[redacted\]/i

/** "bad token: it has expired" goes on after a word without digits. */
const isProse = (text: string, start: number, end: number): boolean =>
  end - start <= 40 && !/\d/.test(text.slice(start, end)) && /^ +(?:[a-z]|\[redacted\])/i.test(text.slice(end, end + 40))

/** A base64 run may hide what the shapes would find; a shorter one cannot, a longer one is a file. */
const encodedLength = { least: 24, most: 256 * 1024 }
/** Lines of wrapped base64 are 64 or 76 characters long. */
const wrappedLine = 60

const isEncoded = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 43 || code === 47 || code === 45 || code === 95

/** By hand: a regular expression runs out of its stack on a run of megabytes. */
const encodedRunEnd = (text: string, from: number): number => {
  let at = from
  for (let lineStart = from; ; ) {
    while (at < text.length && isEncoded(text.charCodeAt(at))) at++
    const next = text.startsWith("\r\n", at) ? at + 2 : text[at] === "\n" ? at + 1 : at
    if (next === at || at - lineStart < wrappedLine || !isEncoded(text.charCodeAt(next))) break
    at = lineStart = next
  }
  return at
}

const decoded = (run: string): string | null => {
  const standard = run
    .replace(/[\r\n]/g, "")
    .replace(/-/g, "+")
    .replace(/_/g, "/")
  if (standard.length % 4 === 1) return null
  const text = atob(standard)
  // Text only: a picture that happens to contain four telling bytes is left alone.
  return /[^\t\n\r\x20-\x7e\x80-\xff]/.test(text) ? null : text
}

const withoutEncoded = (text: string): string => {
  const parts: Array<string> = []
  let done = 0
  for (let at = 0; at < text.length; at++) {
    if (!isEncoded(text.charCodeAt(at))) continue
    const end = encodedRunEnd(text, at)
    if (end - at >= encodedLength.least && end - at <= encodedLength.most) {
      const inner = decoded(text.slice(at, end))
      if (inner !== null && redactPlain(inner) !== inner) {
        parts.push(text.slice(done, at), redacted)
        done = end
        while (text[done] === "=") done++
      }
    }
    at = end
  }
  return done === 0 ? text : parts.join("") + text.slice(done)
}

const redactPlain = (text: string): string => {
  let out = text
  if (out.includes("PRIVATE")) out = withoutKeys(out)
  for (const [hints, shape] of shapes) {
    if (hints.some((hint) => out.includes(hint))) out = out.replace(shape, redacted)
  }
  if (out.includes("://")) out = out.replace(userInfo, (_, head: string) => `${head}${redacted}@`)
  out = out.replace(scheme, (whole, name: string, gap: string, value: string) =>
    /^[a-z]+$/.test(value) && value.length < 16 ? whole : `${name}${gap}${redacted}`
  )
  return withoutAssignments(out)
}

/** Credentials that are glued together may hide each other; more than this many at one place are not seen at once. */
const mostPasses = 8

/**
 * The text with everything that looks like a credential replaced, also in base64, URL-escaped or JSON inside text.
 * Repeated until nothing changes: what is replaced may have been what hid the next one.
 */
export const redactShapes = (text: string): string => {
  if (text.length < 6) return text
  let before = text
  for (let pass = 0; pass < mostPasses; pass++) {
    const after = withoutEncoded(redactPlain(before))
    if (after === before) break
    before = after
  }
  return before
}
