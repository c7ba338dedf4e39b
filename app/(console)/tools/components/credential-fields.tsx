import { cx } from "@/app/ui/cx"
import { Field, fieldProps, inputClass, TextInput } from "@/app/ui/field"
import type { AddedKind } from "../tools-address"

interface Props {
  readonly kind: AddedKind
  readonly value: (name: string) => string
  readonly error: string | undefined
}

/* What a kind of credentials does not need is not shown; by CSS, so that it holds before JavaScript has loaded. */
const forAny = "group-has-[option[value=none]:checked]/credentials:hidden"
const forUser = "not-group-has-[option[value=basic]:checked]/credentials:hidden"
const forKey = "not-group-has-[option[value=apiKey]:checked]/credentials:hidden"

/** Of an API, a key may go anywhere; elsewhere it is a header. */
export const CredentialFields = ({ kind, value, error }: Props) => (
  <fieldset className="group/credentials grid grid-cols-[minmax(0,1fr)] gap-3.5 rounded-lg border border-border p-4">
    <legend className="px-1 font-emphasis">Credentials</legend>
    <p className="text-text-muted">Kept sealed, sent with the calls, and never shown again: not to programs, not in the history, not here.</p>
    <Field id="source-auth" label="Kind" error={error}>
      <select name="auth" defaultValue={value("auth") || "none"} className={inputClass} {...fieldProps("source-auth", { error })}>
        <option value="none">None</option>
        <option value="bearer">Bearer token (also OAuth 2)</option>
        <option value="basic">User and password</option>
        <option value="apiKey">{kind === "openapi" ? "API key" : "Header"}</option>
      </select>
    </Field>
    <Field id="source-username" label="User" className={forUser}>
      <TextInput name="username" defaultValue={value("username")} autoComplete="off" {...fieldProps("source-username")} />
    </Field>
    <Field id="source-secret" label="Token, password or key" className={forAny}>
      <TextInput name="secret" type="password" autoComplete="new-password" {...fieldProps("source-secret")} />
    </Field>
    {kind === "openapi" ? (
      <div className={cx("grid grid-cols-[minmax(0,1fr)_140px] gap-3.5", forKey)}>
        <Field id="source-key-name" label="Name of the key" help="If the description does not say it: X-Api-Key">
          <TextInput name="keyName" defaultValue={value("keyName")} autoComplete="off" {...fieldProps("source-key-name", { help: true })} />
        </Field>
        <Field id="source-key-in" label="Sent in">
          <select name="keyIn" defaultValue={value("keyIn") || "header"} className={inputClass} {...fieldProps("source-key-in")}>
            <option value="header">header</option>
            <option value="query">query</option>
            <option value="cookie">cookie</option>
          </select>
        </Field>
      </div>
    ) : (
      <Field id="source-key-name" label="Name of the header" help="Such as X-Api-Key" className={forKey}>
        <TextInput name="keyName" defaultValue={value("keyName")} autoComplete="off" {...fieldProps("source-key-name", { help: true })} />
      </Field>
    )}
  </fieldset>
)
