import { Schema } from "effect"

const Secret = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(10_000))
const Name = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200))

const Bearer = Schema.Struct({ type: Schema.Literal("bearer"), token: Secret })
const Basic = Schema.Struct({
  type: Schema.Literal("basic"),
  username: Schema.String.check(Schema.isMaxLength(1_000)),
  password: Schema.String.check(Schema.isMaxLength(10_000))
})
const ApiKey = Schema.Struct({
  type: Schema.Literal("apiKey"),
  value: Secret,
  /** Of the header, parameter or cookie; without it, as the document's own scheme says. */
  name: Schema.optionalKey(Name),
  in: Schema.optionalKey(Schema.Literals(["header", "query", "cookie"]))
})

/** One credential, as it is sent. */
export const Credential = Schema.Union([Bearer, Basic, ApiKey])
export type Credential = typeof Credential.Type

/**
 * What an admin gives with a source. One credential for all of it, some headers, or one for each security scheme that
 * the document names. It is written once and never shown again.
 */
export const Credentials = Schema.Union([
  Schema.Struct({ type: Schema.Literal("none") }),
  Bearer,
  Basic,
  ApiKey,
  Schema.Struct({ type: Schema.Literal("headers"), headers: Schema.Record(Name, Secret) }),
  Schema.Struct({ type: Schema.Literal("schemes"), schemes: Schema.Record(Name, Credential) })
])
export type Credentials = typeof Credentials.Type

const labels: Readonly<Record<Credentials["type"], string | null>> = {
  none: null,
  bearer: "bearer token",
  basic: "user and password",
  apiKey: "API key",
  headers: "headers",
  schemes: "credentials"
}

/** What kind of credentials there are, in words; never what they are. */
export const credentialsLabel = (credentials: Credentials | null): string | null => (credentials === null ? null : labels[credentials.type])

/** Whether calls carry anything that another host must not see. */
export const hasCredentials = (credentials: Credentials | null): boolean => credentials !== null && credentials.type !== "none"

/** Every text that must not come back: the secrets themselves and how they are written in a request. */
export const secretsOf = (credentials: Credentials | null): ReadonlyArray<string> => {
  switch (credentials?.type) {
    case undefined:
    case "none":
      return []
    case "bearer":
      return [credentials.token]
    case "basic":
      return [credentials.password, basicText(credentials)]
    case "apiKey":
      return [credentials.value]
    case "headers":
      // `Token abc` is also said as `abc`.
      return Object.values(credentials.headers).flatMap((value) => [value, value.slice(value.indexOf(" ") + 1).trim()])
    case "schemes":
      return Object.values(credentials.schemes).flatMap(secretsOf)
  }
}

export const basicText = ({ username, password }: { readonly username: string; readonly password: string }): string =>
  Buffer.from(`${username}:${password}`).toString("base64")
