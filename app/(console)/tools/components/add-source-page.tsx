"use client"
import { useActionState, useState } from "react"
import { Button, ButtonLink } from "@/app/ui/button"
import { ErrorSummary, Field, fieldProps, inputClass, TextArea, TextInput } from "@/app/ui/field"
import { PageHead } from "@/app/ui/page-head"
import { type ActionState, idle, issueAt } from "@/server/domain/action-state"

type Action = (previous: ActionState<never>, form: FormData) => Promise<ActionState<never>>

/** A form may carry so much; more goes over the HTTP API or by address. */
const mostFileBytes = 4 << 20

/** An OpenAPI document becomes a source of tools. Works before JavaScript has loaded. */
export const AddSourcePage = ({ action }: { readonly action: Action }) => {
  const [state, add, adding] = useActionState(action, idle)
  const [tooLarge, setTooLarge] = useState(false)
  const value = (name: string): string => {
    const typed = state.status === "failed" ? state.values[name] : undefined
    return typeof typed === "string" ? typed : ""
  }
  const authError = state.status === "failed" ? state.failure.issues?.find(({ path }) => path.split(".")[0] === "auth")?.message : undefined
  const named = ["name", "url", "spec", "baseUrl"].some((path) => issueAt(state, path) !== undefined) || authError !== undefined
  const fileFault = tooLarge ? "Larger than 4 MB: give its address instead, or send it to POST /api/v1/sources." : undefined
  return (
    <>
      <PageHead title="Add source" />
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-border px-4 py-5 max-md:px-3.5">
        <form action={add} className="mx-auto grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-5">
          <p className="text-base text-pretty text-text-muted">
            Give the OpenAPI 3.0 or 3.1 description of an API. Each of its operations becomes a tool that programs can call: reads at once, everything else
            after a person has approved it, unless a rule says otherwise.
          </p>
          {state.status === "failed" && <ErrorSummary title={named ? "The source was not added." : state.failure.message} />}
          <Field id="source-name" label="Name" help="First part of the tools' paths: billing makes tools.billing.…" error={issueAt(state, "name")}>
            <TextInput
              name="name"
              required
              defaultValue={value("name")}
              placeholder="billing"
              autoComplete="off"
              {...fieldProps("source-name", { help: true, error: issueAt(state, "name") })}
            />
          </Field>
          <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3.5 rounded-lg border border-border p-4">
            <legend className="px-1 font-emphasis">Its description</legend>
            <Field id="source-url" label="Address" help="JSON or YAML. It can be read again later to pick up changes." error={issueAt(state, "url")}>
              <TextInput
                name="url"
                type="url"
                defaultValue={value("url")}
                placeholder="https://billing.example.com/openapi.json"
                {...fieldProps("source-url", { help: true, error: issueAt(state, "url") })}
              />
            </Field>
            <Field id="source-file" label="or a file" error={fileFault}>
              <input
                type="file"
                name="file"
                accept=".json,.yaml,.yml,application/json,application/yaml"
                onChange={(event) => setTooLarge((event.target.files?.[0]?.size ?? 0) > mostFileBytes)}
                className={inputClass}
                {...fieldProps("source-file", { error: fileFault })}
              />
            </Field>
            <Field id="source-spec" label="or its text" error={issueAt(state, "spec")}>
              <TextArea
                name="spec"
                rows={5}
                spellCheck={false}
                defaultValue={value("spec")}
                className="font-mono text-xs leading-5"
                {...fieldProps("source-spec", { error: issueAt(state, "spec") })}
              />
            </Field>
          </fieldset>
          <Field
            id="source-base"
            label="Address of the API"
            optional
            help="Where calls go, if not to the description's first server."
            error={issueAt(state, "baseUrl")}
          >
            <TextInput
              name="baseUrl"
              type="url"
              defaultValue={value("baseUrl")}
              placeholder="https://api.example.com/v1"
              {...fieldProps("source-base", { help: true, error: issueAt(state, "baseUrl") })}
            />
          </Field>
          <Credentials value={value} error={authError} />
          <div className="flex justify-end gap-2">
            <ButtonLink href="/tools" size="lg">
              Back
            </ButtonLink>
            <Button type="submit" look="primary" size="lg" disabled={adding || tooLarge}>
              {adding ? "Reading it" : "Add source"}
            </Button>
          </div>
        </form>
      </div>
    </>
  )
}

const Credentials = ({ value, error }: { readonly value: (name: string) => string; readonly error: string | undefined }) => (
  <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3.5 rounded-lg border border-border p-4">
    <legend className="px-1 font-emphasis">Credentials</legend>
    <p className="text-text-muted">Kept sealed, sent with the calls, and never shown again: not to programs, not in the history, not here.</p>
    <Field id="source-auth" label="Kind" error={error}>
      <select name="auth" defaultValue={value("auth") || "none"} className={inputClass} {...fieldProps("source-auth", { error })}>
        <option value="none">None</option>
        <option value="bearer">Bearer token (also OAuth 2)</option>
        <option value="basic">User and password</option>
        <option value="apiKey">API key</option>
      </select>
    </Field>
    <Field id="source-username" label="User" help="For user and password only">
      <TextInput name="username" defaultValue={value("username")} autoComplete="off" {...fieldProps("source-username", { help: true })} />
    </Field>
    <Field id="source-secret" label="Token, password or key">
      <TextInput name="secret" type="password" autoComplete="new-password" {...fieldProps("source-secret")} />
    </Field>
    <div className="grid grid-cols-[minmax(0,1fr)_140px] gap-3.5">
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
  </fieldset>
)
