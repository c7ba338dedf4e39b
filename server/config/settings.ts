import { availableParallelism } from "node:os"
import { isAbsolute, join, resolve } from "node:path"
import { Schema } from "effect"
import { EmailAddress, passwordCharacters } from "../domain/account"

/** The environment as text; an empty variable counts as unset, as a line `NAME=` in `.env` means it. */
export type Environment = Readonly<Record<string, string | undefined>>

export type DatabaseSetting = { readonly kind: "sqlite"; readonly file: string } | { readonly kind: "postgresql"; readonly url: string }

/** Everything the environment says, checked; the secret may still have to be made. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly publicUrl: string
  readonly database: DatabaseSetting
  readonly dataDir: string
  readonly secret: string | null
  readonly admin: { readonly email: string; readonly password: string } | null
  readonly bootstrapToken: string | null
  readonly allowStdio: boolean
  readonly metricsToken: string | null
  readonly otelEndpoint: string | null
  readonly allowHosts: ReadonlyArray<string>
  readonly maxConcurrentRuns: number
}

const secretCharacters = 16
/** Runs mostly wait for tools, so there may be more of them than cores; each open sandbox may take 64 MB. */
const runsPerCore = 8

/** Reads all of it, so that one start shows every fault and not the first one only. */
export const readSettings = (environment: Environment, workingDirectory: string): { readonly settings: Settings; readonly faults: ReadonlyArray<string> } => {
  const faults: Array<string> = []
  const text = (name: string): string | null => environment[name]?.trim() || null
  const fault = <A>(sentence: string, instead: A): A => {
    faults.push(sentence)
    return instead
  }

  const integer = (name: string, fallback: number, least: number, most: number): number => {
    const value = text(name)
    if (value === null) return fallback
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most ? number : fault(`${name} must be a whole number from ${least} to ${most}, but is "${value}".`, fallback)
  }
  const origin = (name: string, fallback: string): string => {
    const value = text(name)
    if (value === null) return fallback
    const url = parseUrl(value)
    if (url === null || !/^https?:$/.test(url.protocol))
      return fault(`${name} must be an http or https address such as https://signalbox.example.com, but is "${value}".`, fallback)
    if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") {
      return fault(`${name} must be an origin only (scheme, host and port, no path), such as ${url.origin}.`, fallback)
    }
    return url.origin
  }
  const token = (name: string): string | null => {
    const value = text(name)
    // What cannot travel in an Authorization header would be a token that never matches.
    return value === null || /^[\x21-\x7e]+$/.test(value) ? value : fault(`${name} must consist of printable ASCII characters without spaces.`, null)
  }

  const port = integer("PORT", 3000, 1, 65_535)
  const dataDir = absolute(text("SIGNALBOX_DATA_DIR") ?? "data", workingDirectory)

  const database = ((): DatabaseSetting => {
    const embedded = { kind: "sqlite", file: join(dataDir, "signalbox.db") } as const
    const value = text("DATABASE_URL")
    if (value === null) return embedded
    return /^postgres(ql)?:$/.test(parseUrl(value)?.protocol ?? "")
      ? { kind: "postgresql", url: value }
      : fault("DATABASE_URL must start with postgresql://; leave it out to use the embedded store in SIGNALBOX_DATA_DIR.", embedded)
  })()

  const secret = ((): string | null => {
    const value = text("SIGNALBOX_SECRET")
    if (value !== null && value.length < secretCharacters) {
      return fault(`SIGNALBOX_SECRET must have at least ${secretCharacters} characters; "openssl rand -base64 32" makes a good one.`, null)
    }
    // Every process on one PostgreSQL must use the same secret, so none may make its own.
    if (value === null && database.kind === "postgresql")
      return fault('SIGNALBOX_SECRET is required with PostgreSQL; "openssl rand -base64 32" makes a good one.', null)
    return value
  })()

  const admin = (() => {
    const email = text("SIGNALBOX_ADMIN_EMAIL")
    const password = environment["SIGNALBOX_ADMIN_PASSWORD"] || null
    if (email === null && password === null) return null
    if (email === null || password === null) return fault("SIGNALBOX_ADMIN_EMAIL and SIGNALBOX_ADMIN_PASSWORD must be set together.", null)
    if (!Schema.is(EmailAddress)(email)) return fault(`SIGNALBOX_ADMIN_EMAIL must be an e-mail address, but is "${email}".`, null)
    if (password.length < passwordCharacters.least || password.length > passwordCharacters.most) {
      return fault(`SIGNALBOX_ADMIN_PASSWORD must have ${passwordCharacters.least} to ${passwordCharacters.most} characters.`, null)
    }
    return { email, password }
  })()

  const allowStdio = ((): boolean => {
    const value = text("SIGNALBOX_ALLOW_STDIO") ?? "0"
    return value === "0" || value === "1" ? value === "1" : fault(`SIGNALBOX_ALLOW_STDIO must be 0 or 1, but is "${value}".`, false)
  })()

  const otelEndpoint = ((): string | null => {
    const value = text("OTEL_EXPORTER_OTLP_ENDPOINT")
    return value === null || /^https?:$/.test(parseUrl(value)?.protocol ?? "")
      ? value
      : fault(`OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, but is "${value}".`, null)
  })()

  const allowHosts = (text("SIGNALBOX_ALLOW_HOSTS") ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
  for (const entry of allowHosts) {
    if (!isHostOrRange(entry)) faults.push(`SIGNALBOX_ALLOW_HOSTS lists host, host:port or CIDR, separated by commas, but contains "${entry}".`)
  }

  const settings: Settings = {
    port,
    host: text("HOST") ?? "127.0.0.1",
    publicUrl: origin("PUBLIC_URL", `http://localhost:${port}`),
    database,
    dataDir,
    secret,
    admin,
    allowStdio,
    otelEndpoint,
    allowHosts,
    bootstrapToken: token("SIGNALBOX_BOOTSTRAP_TOKEN"),
    metricsToken: token("SIGNALBOX_METRICS_TOKEN"),
    maxConcurrentRuns: integer("SIGNALBOX_MAX_CONCURRENT_RUNS", Math.max(runsPerCore, availableParallelism() * runsPerCore), 1, 10_000)
  }
  return { settings, faults }
}

const absolute = (path: string, workingDirectory: string): string => (isAbsolute(path) ? path : resolve(workingDirectory, path))

const parseUrl = (value: string): URL | null => (URL.canParse(value) ? new URL(value) : null)

const isHostOrRange = (entry: string): boolean => {
  const range = /^(?<address>[0-9a-fA-F.:]+)\/(?<bits>\d{1,3})$/.exec(entry)
  if (range) return Number(range.groups?.["bits"]) <= (entry.includes(":") ? 128 : 32)
  return /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?)(:\d{1,5})?$/.test(entry) || /^[0-9a-fA-F]*:[0-9a-fA-F:.]*:[0-9a-fA-F.]*$/.test(entry)
}
