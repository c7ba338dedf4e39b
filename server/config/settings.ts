import { isIP } from "node:net"
import { availableParallelism } from "node:os"
import { join, resolve } from "node:path"
import { Schema } from "effect"
import { EmailAddress, passwordCharacters } from "../domain/account"
import { isHostOrRange, isTooWide, tooWide } from "../domain/host-entry"
import { type Environment, type EnvironmentReader, environmentReader, parseUrl } from "./environment-reader"

export type DatabaseSetting = { readonly kind: "sqlite"; readonly file: string } | { readonly kind: "postgresql"; readonly url: string }

/** Everything the environment says, checked; the secret may still have to be made. */
export interface Settings {
  readonly port: number
  readonly host: string
  /** The origin that people use, without a slash at the end. */
  readonly publicUrl: string
  readonly database: DatabaseSetting
  readonly dataDir: string
  readonly secret: string | null
  readonly admin: { readonly email: string; readonly password: string } | null
  readonly bootstrapToken: string | null
  readonly allowStdio: boolean
  /** What commands find in their environment: harmless names, and those that `SIGNALBOX_STDIO_ENV` lists. */
  readonly commandEnvironment: Readonly<Record<string, string>>
  readonly metricsToken: string | null
  readonly otelEndpoint: string | null
  readonly allowHosts: ReadonlyArray<string>
  readonly maxConcurrentRuns: number
  /** Addresses and ranges whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: ReadonlyArray<string>
  /** How many calls a service token may make in a minute; 0: as many as it likes. */
  readonly tokenCalls: { readonly read: number; readonly submit: number }
}

const secretCharacters = 16
/** Runs mostly wait for tools, so there may be more of them than cores; each open sandbox may take 64 MB. */
const runsPerCore = 8

export const readSettings = (environment: Environment, workingDirectory: string): { readonly settings: Settings; readonly faults: ReadonlyArray<string> } => {
  const from = environmentReader(environment)
  const port = from.integer("PORT", { fallback: 3000, least: 1, most: 65_535 })
  const dataDir = resolve(workingDirectory, from.text("SIGNALBOX_DATA_DIR") ?? "data")
  const database = databaseOf(from, dataDir)
  const settings: Settings = {
    port,
    host: from.text("HOST") ?? "127.0.0.1",
    publicUrl: from.origin("PUBLIC_URL", `http://localhost:${port}`),
    database,
    dataDir,
    secret: secretOf(from, database),
    admin: adminOf(from, environment["SIGNALBOX_ADMIN_PASSWORD"] || null),
    bootstrapToken: from.token("SIGNALBOX_BOOTSTRAP_TOKEN"),
    allowStdio: from.flag("SIGNALBOX_ALLOW_STDIO"),
    commandEnvironment: commandEnvironmentOf(from, environment),
    metricsToken: from.token("SIGNALBOX_METRICS_TOKEN"),
    otelEndpoint: from.httpUrl("OTEL_EXPORTER_OTLP_ENDPOINT"),
    allowHosts: allowHostsOf(from),
    maxConcurrentRuns: from.integer("SIGNALBOX_MAX_CONCURRENT_RUNS", { fallback: availableParallelism() * runsPerCore, least: 1, most: 10_000 }),
    trustedProxies: trustedProxiesOf(from),
    tokenCalls: {
      read: from.integer("SIGNALBOX_TOKEN_READS_PER_MINUTE", { fallback: 6_000, least: 0, most: 1_000_000 }),
      submit: from.integer("SIGNALBOX_TOKEN_SUBMITS_PER_MINUTE", { fallback: 600, least: 0, most: 1_000_000 })
    }
  }
  return { settings, faults: from.faults }
}

const databaseOf = (from: EnvironmentReader, dataDir: string): DatabaseSetting => {
  const embedded = { kind: "sqlite", file: join(dataDir, "signalbox.db") } as const
  const url = from.text("DATABASE_URL")
  if (url === null) return embedded
  return /^postgres(ql)?:$/.test(parseUrl(url)?.protocol ?? "")
    ? { kind: "postgresql", url }
    : from.fault("DATABASE_URL must start with postgresql://; leave it out to use the embedded store in SIGNALBOX_DATA_DIR.", embedded)
}

const secretOf = (from: EnvironmentReader, database: DatabaseSetting): string | null => {
  const secret = from.text("SIGNALBOX_SECRET")
  const advice = `"openssl rand -base64 32" makes a good one.`
  if (secret !== null && secret.length < secretCharacters)
    return from.fault(`SIGNALBOX_SECRET must have at least ${secretCharacters} characters; ${advice}`, null)
  // Every process on one PostgreSQL must use the same secret, so none may make its own.
  if (secret === null && database.kind === "postgresql") return from.fault(`SIGNALBOX_SECRET is required with PostgreSQL; ${advice}`, null)
  return secret
}

/** The password is taken as it is: spaces at its ends are part of it. */
const adminOf = (from: EnvironmentReader, password: string | null): Settings["admin"] => {
  const email = from.text("SIGNALBOX_ADMIN_EMAIL")
  if (email === null && password === null) return null
  if (email === null || password === null) return from.fault("SIGNALBOX_ADMIN_EMAIL and SIGNALBOX_ADMIN_PASSWORD must be set together.", null)
  if (!Schema.is(EmailAddress)(email)) return from.fault(`SIGNALBOX_ADMIN_EMAIL must be an e-mail address such as ada@example.com, but is "${email}".`, null)
  const { least, most } = passwordCharacters
  if (password.length < least || password.length > most) return from.fault(`SIGNALBOX_ADMIN_PASSWORD must have ${least} to ${most} characters.`, null)
  return { email, password }
}

const trustedProxiesOf = (from: EnvironmentReader): ReadonlyArray<string> => {
  const given = listOf(from, "SIGNALBOX_TRUSTED_PROXIES")
  const wrong = given.filter((entry) => !isAddressOrRange(entry))
  return wrong.length === 0
    ? given
    : from.fault(`SIGNALBOX_TRUSTED_PROXIES lists addresses or ranges such as 10.0.0.0/8, separated by commas, but contains "${wrong.join(", ")}".`, [])
}

const isAddressOrRange = (entry: string): boolean => {
  const [address = "", bits, ...more] = entry.split("/")
  const family = isIP(address)
  return family !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
}

const listOf = (from: EnvironmentReader, name: string): ReadonlyArray<string> =>
  (from.text(name) ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")

const allowHostsOf = (from: EnvironmentReader): ReadonlyArray<string> => {
  const given = listOf(from, "SIGNALBOX_ALLOW_HOSTS")
  const wrong = given.filter((entry) => !isHostOrRange(entry))
  const wide = given.filter(isTooWide)
  if (wide.length > 0) return from.fault(`SIGNALBOX_ALLOW_HOSTS contains "${wide.join(", ")}", which ${tooWide}.`, [])
  return wrong.length === 0
    ? given
    : from.fault(`SIGNALBOX_ALLOW_HOSTS lists host, host:port or CIDR, separated by commas, but contains "${wrong.join(", ")}".`, [])
}

/** Where programs are and how text is written; nothing that opens a door. */
const inherited = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TZ", "TMPDIR"]

const commandEnvironmentOf = (from: EnvironmentReader, environment: Environment): Readonly<Record<string, string>> => {
  const further = listOf(from, "SIGNALBOX_STDIO_ENV")
  const wrong = further.filter((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || /^(SIGNALBOX_|DATABASE_URL$)/.test(name))
  const names =
    wrong.length === 0
      ? [...inherited, ...further]
      : from.fault(
          `SIGNALBOX_STDIO_ENV lists names of environment variables, separated by commas, and none of Signalbox's own, but contains "${wrong.join(", ")}".`,
          inherited
        )
  return Object.fromEntries(names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name] ?? ""]])))
}
