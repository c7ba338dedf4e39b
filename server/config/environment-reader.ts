/** The environment as text; an empty variable counts as unset, as a line `NAME=` in `.env` means it. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface EnvironmentReader {
  /** One sentence per fault, in the order they were found. */
  readonly faults: ReadonlyArray<string>
  /** Records the fault and goes on with this value, so that one start shows every fault and not the first one only. */
  readonly fault: <A>(sentence: string, instead: A) => A
  readonly text: (name: string) => string | null
  readonly integer: (name: string, bounds: { readonly fallback: number; readonly least: number; readonly most: number }) => number
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: (name: string, fallback: string) => string
  readonly httpUrl: (name: string) => string | null
  /** What can travel in an Authorization header; anything else would be a token that never matches. */
  readonly token: (name: string) => string | null
  /** `1` or `0`; unset is `0`. */
  readonly flag: (name: string) => boolean
}

export const environmentReader = (environment: Environment): EnvironmentReader => {
  const faults: Array<string> = []
  const fault = <A>(sentence: string, instead: A): A => {
    faults.push(sentence)
    return instead
  }
  const text = (name: string): string | null => environment[name]?.trim() || null

  const integer: EnvironmentReader["integer"] = (name, { fallback, least, most }) => {
    const value = text(name)
    if (value === null) return fallback
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most ? number : fault(`${name} must be a whole number from ${least} to ${most}, but is "${value}".`, fallback)
  }

  const origin: EnvironmentReader["origin"] = (name, fallback) => {
    const value = text(name)
    if (value === null) return fallback
    const url = parseUrl(value)
    if (url === null || !isHttp(url))
      return fault(`${name} must be an http or https address such as https://signalbox.example.com, but is "${value}".`, fallback)
    const isOrigin = url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === ""
    return isOrigin ? url.origin : fault(`${name} must be an origin only (scheme, host and port, no path), such as ${url.origin}.`, fallback)
  }

  const httpUrl: EnvironmentReader["httpUrl"] = (name) => {
    const value = text(name)
    const url = parseUrl(value ?? "")
    return value === null || (url !== null && isHttp(url)) ? value : fault(`${name} must be an http or https address, but is "${value}".`, null)
  }

  const token: EnvironmentReader["token"] = (name) => {
    const value = text(name)
    return value === null || /^[\x21-\x7e]+$/.test(value) ? value : fault(`${name} must consist of printable ASCII characters without spaces.`, null)
  }

  const flag: EnvironmentReader["flag"] = (name) => {
    const value = text(name) ?? "0"
    return value === "0" || value === "1" ? value === "1" : fault(`${name} must be 0 or 1, but is "${value}".`, false)
  }

  return { faults, fault, text, integer, origin, httpUrl, token, flag }
}

export const parseUrl = (value: string): URL | null => (URL.canParse(value) ? new URL(value) : null)

const isHttp = ({ protocol }: URL): boolean => protocol === "http:" || protocol === "https:"
