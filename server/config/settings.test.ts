import { describe, expect, it } from "vitest"
import type { Environment } from "./environment-reader"
import { readSettings } from "./settings"

const read = (environment: Environment) => readSettings(environment, "/srv/signalbox")
const faultsOf = (environment: Environment) => read(environment).faults

describe("the configuration", () => {
  it("needs nothing: an empty environment gives the embedded store on localhost", () => {
    const { settings, faults } = read({})
    expect(faults).toEqual([])
    expect(settings).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      publicUrl: "http://localhost:3000",
      dataDir: "/srv/signalbox/data",
      database: { kind: "sqlite", file: "/srv/signalbox/data/signalbox.db" },
      secret: null,
      admin: null,
      bootstrapToken: null,
      allowStdio: false,
      metricsToken: null,
      otelEndpoint: null,
      allowHosts: [],
      trustedProxies: [],
      tokenCalls: { read: 6000, submit: 600 }
    })
    expect(settings.maxConcurrentRuns).toBeGreaterThanOrEqual(8)
  })

  it("takes an empty variable for one that is not set, as .env.example leaves them", () => {
    const empty = Object.fromEntries(
      [
        "PORT",
        "HOST",
        "PUBLIC_URL",
        "DATABASE_URL",
        "SIGNALBOX_DATA_DIR",
        "SIGNALBOX_SECRET",
        "SIGNALBOX_ADMIN_EMAIL",
        "SIGNALBOX_ADMIN_PASSWORD",
        "SIGNALBOX_BOOTSTRAP_TOKEN",
        "SIGNALBOX_ALLOW_STDIO",
        "SIGNALBOX_METRICS_TOKEN",
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "SIGNALBOX_ALLOW_HOSTS",
        "SIGNALBOX_MAX_CONCURRENT_RUNS",
        "SIGNALBOX_TRUSTED_PROXIES",
        "SIGNALBOX_TOKEN_READS_PER_MINUTE",
        "SIGNALBOX_TOKEN_SUBMITS_PER_MINUTE"
      ].map((name) => [name, ""])
    )
    expect(read(empty)).toEqual(read({}))
  })

  it("lets the public address follow the port", () => {
    expect(read({ PORT: "8080" }).settings.publicUrl).toBe("http://localhost:8080")
  })

  it("keeps the public address as an origin, whatever slash it was written with", () => {
    expect(read({ PUBLIC_URL: "https://signalbox.example.com/" }).settings.publicUrl).toBe("https://signalbox.example.com")
  })

  it("reads all the rest", () => {
    const { settings, faults } = read({
      DATABASE_URL: "postgresql://u:p@db/signalbox",
      SIGNALBOX_SECRET: "x".repeat(32),
      SIGNALBOX_ADMIN_EMAIL: "ada@example.com",
      SIGNALBOX_ADMIN_PASSWORD: "correct horse",
      SIGNALBOX_BOOTSTRAP_TOKEN: "ci-token",
      SIGNALBOX_ALLOW_STDIO: "1",
      SIGNALBOX_METRICS_TOKEN: "m",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://otel:4318",
      SIGNALBOX_ALLOW_HOSTS: "intranet, db.local:8443,10.0.0.0/8, [::1]:80,fd00::/8",
      SIGNALBOX_MAX_CONCURRENT_RUNS: "3",
      SIGNALBOX_TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8,fd00::/8",
      SIGNALBOX_TOKEN_READS_PER_MINUTE: "0",
      SIGNALBOX_TOKEN_SUBMITS_PER_MINUTE: "30",
      SIGNALBOX_DATA_DIR: "/var/lib/signalbox"
    })
    expect(faults).toEqual([])
    expect(settings).toMatchObject({
      database: { kind: "postgresql", url: "postgresql://u:p@db/signalbox" },
      admin: { email: "ada@example.com", password: "correct horse" },
      bootstrapToken: "ci-token",
      allowStdio: true,
      metricsToken: "m",
      otelEndpoint: "http://otel:4318",
      allowHosts: ["intranet", "db.local:8443", "10.0.0.0/8", "[::1]:80", "fd00::/8"],
      maxConcurrentRuns: 3,
      trustedProxies: ["127.0.0.1", "10.0.0.0/8", "fd00::/8"],
      tokenCalls: { read: 0, submit: 30 },
      dataDir: "/var/lib/signalbox"
    })
  })

  it.each<readonly [string, Environment]>([
    ["PORT", { PORT: "eighty" }],
    ["PORT", { PORT: "70000" }],
    ["PUBLIC_URL", { PUBLIC_URL: "signalbox.example.com" }],
    ["PUBLIC_URL", { PUBLIC_URL: "ftp://signalbox.example.com" }],
    ["PUBLIC_URL", { PUBLIC_URL: "https://signalbox.example.com/console" }],
    ["DATABASE_URL", { DATABASE_URL: "mysql://db/signalbox" }],
    ["SIGNALBOX_SECRET", { SIGNALBOX_SECRET: "short" }],
    ["SIGNALBOX_SECRET", { DATABASE_URL: "postgresql://db/signalbox" }],
    ["SIGNALBOX_ADMIN_EMAIL", { SIGNALBOX_ADMIN_EMAIL: "ada@example.com" }],
    ["SIGNALBOX_ADMIN_EMAIL", { SIGNALBOX_ADMIN_PASSWORD: "correct horse" }],
    ["SIGNALBOX_ADMIN_EMAIL", { SIGNALBOX_ADMIN_EMAIL: "ada", SIGNALBOX_ADMIN_PASSWORD: "correct horse" }],
    ["SIGNALBOX_ADMIN_PASSWORD", { SIGNALBOX_ADMIN_EMAIL: "ada@example.com", SIGNALBOX_ADMIN_PASSWORD: "short" }],
    ["SIGNALBOX_BOOTSTRAP_TOKEN", { SIGNALBOX_BOOTSTRAP_TOKEN: "two words" }],
    ["SIGNALBOX_ALLOW_STDIO", { SIGNALBOX_ALLOW_STDIO: "yes" }],
    ["SIGNALBOX_METRICS_TOKEN", { SIGNALBOX_METRICS_TOKEN: "tökén" }],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT: "otel:4318" }],
    ["SIGNALBOX_ALLOW_HOSTS", { SIGNALBOX_ALLOW_HOSTS: "http://intranet" }],
    ["SIGNALBOX_ALLOW_HOSTS", { SIGNALBOX_ALLOW_HOSTS: "10.0.0.0/40" }],
    ["SIGNALBOX_ALLOW_HOSTS", { SIGNALBOX_ALLOW_HOSTS: "intranet,0.0.0.0/0,::/0" }],
    ["SIGNALBOX_MAX_CONCURRENT_RUNS", { SIGNALBOX_MAX_CONCURRENT_RUNS: "0" }],
    ["SIGNALBOX_TRUSTED_PROXIES", { SIGNALBOX_TRUSTED_PROXIES: "proxy.local" }],
    ["SIGNALBOX_TRUSTED_PROXIES", { SIGNALBOX_TRUSTED_PROXIES: "10.0.0.0/33" }],
    ["SIGNALBOX_TRUSTED_PROXIES", { SIGNALBOX_TRUSTED_PROXIES: "10.0.0.0/8/8" }],
    ["SIGNALBOX_TOKEN_SUBMITS_PER_MINUTE", { SIGNALBOX_TOKEN_SUBMITS_PER_MINUTE: "-1" }]
  ])("says in one sentence that %s is wrong: %j", (name, environment) => {
    const faults = faultsOf(environment)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name}.*\\.$`))
  })

  it("lists every fault at once", () => {
    expect(faultsOf({ PORT: "x", SIGNALBOX_ALLOW_STDIO: "x", DATABASE_URL: "x", SIGNALBOX_ADMIN_EMAIL: "x" })).toHaveLength(4)
  })

  it("never repeats a secret in a fault", () => {
    const faults = faultsOf({
      SIGNALBOX_SECRET: "hunter2",
      SIGNALBOX_ADMIN_EMAIL: "ada@example.com",
      SIGNALBOX_ADMIN_PASSWORD: "hunter2",
      SIGNALBOX_BOOTSTRAP_TOKEN: "hunter2 hunter2"
    })
    expect(faults).toHaveLength(3)
    expect(faults.join()).not.toContain("hunter2")
  })
})
