import { hkdfSync } from "node:crypto"
import { join } from "node:path"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { secretOf } from "./secret-file"
import { readSettings, type Settings } from "./settings"

/** The configuration cannot be used; one sentence per fault, all of them. */
export class ConfigInvalid extends Schema.TaggedError<ConfigInvalid>()("ConfigInvalid", { faults: Schema.Array(Schema.String) }) {
  override get message(): string {
    return this.faults.join("\n")
  }
}

export interface AppConfigValues extends Omit<Settings, "secret"> {
  /** Signs sessions, encrypts credentials and the real values of the journal. */
  readonly secret: Redacted.Redacted<string>
  /**
   * 32 bytes for this purpose alone, derived from the secret. For code that runs in a request: what hides the secret's value
   * exists once for each bundle, so only the bundle that made it can read it.
   */
  readonly keyFor: (purpose: string) => Uint8Array
  readonly version: string
}

const keysOf =
  (secret: string): AppConfigValues["keyFor"] =>
  (purpose) =>
    new Uint8Array(hkdfSync("sha256", secret, "signalbox", purpose, 32))

const secretOfTests = "a-secret-for-tests-that-is-long-enough"

/** What this installation is told from outside; the only reader of the environment. */
export class AppConfig extends Context.Service<AppConfig, AppConfigValues>()("signalbox/config/AppConfig") {
  static readonly layer: Layer.Layer<AppConfig, ConfigInvalid> = Layer.effect(
    AppConfig,
    Effect.gen(function* () {
      const { settings, faults } = readSettings(process.env, process.cwd())
      if (faults.length > 0) return yield* new ConfigInvalid({ faults })
      const secret = settings.secret ?? (yield* secretOf(settings.dataDir).pipe(Effect.mapError(({ message }) => new ConfigInvalid({ faults: [message] }))))
      return AppConfig.of({ ...settings, secret: Redacted.make(secret), keyFor: keysOf(secret), version: manifest.version })
    })
  )

  /** For tests: the defaults of an empty environment and a fixed secret, except for what is given. */
  static layerOf(given: Partial<AppConfigValues>): Layer.Layer<AppConfig> {
    return Layer.sync(AppConfig, () => {
      const { settings } = readSettings(given.port === undefined ? {} : { PORT: String(given.port) }, process.cwd())
      const dataDir = given.dataDir ?? settings.dataDir
      return AppConfig.of({
        ...settings,
        database: { kind: "sqlite", file: join(dataDir, "signalbox.db") },
        secret: Redacted.make(secretOfTests),
        keyFor: keysOf(given.secret === undefined ? secretOfTests : Redacted.value(given.secret)),
        version: manifest.version,
        ...given
      })
    })
  }
}

export interface PageSettings {
  readonly publicUrl: string
  readonly isDevelopment: boolean
}

/** For the front door, which stands before the runtime as well. */
export const readFrontDoorSettings = (): Pick<Settings, "trustedProxies"> => {
  const { trustedProxies } = readSettings(process.env, process.cwd()).settings
  return { trustedProxies }
}

/** For the proxy in front of pages, which runs before and outside the runtime. */
export const readPageSettings = (): PageSettings => ({
  publicUrl: readSettings(process.env, process.cwd()).settings.publicUrl,
  isDevelopment: process.env.NODE_ENV === "development"
})
