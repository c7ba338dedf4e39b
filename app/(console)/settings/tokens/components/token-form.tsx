"use client"
import Link from "next/link"
import { useActionState } from "react"
import { Field, fieldProps, TextInput } from "@/app/ui/field"
import { scopeRights } from "@/app/ui/scope-words"
import { type ActionState, idle } from "@/server/domain/action-state"
import { Scope } from "@/server/domain/principal"
import { ActionProblem } from "../../components/action-problem"
import { CheckGroup } from "../../components/check-group"
import { Panel } from "../../components/panel"
import { SubmitButton } from "../../components/submit-button"
import { ToldOnce } from "../../components/told-once"
import { createToken } from "../actions"

/** What a new token usually needs. */
const usual: ReadonlyArray<string> = ["runs:submit", "runs:read"]

const ticked = (state: ActionState<unknown>): ReadonlyArray<string> => (state.status === "failed" ? [state.values["scopes"] ?? []].flat() : usual)

/** The first fault of a field or of something in it. */
const faultOf = (state: ActionState<unknown>, field: string, instead: string): string | undefined =>
  state.status === "failed" && state.failure.issues?.some(({ path }) => path === field || path.startsWith(`${field}.`)) ? instead : undefined

export const TokenForm = () => {
  const [state, action] = useActionState(createToken, idle)
  const nameError = faultOf(state, "name", "Give it a name of at most 100 characters.")
  const scopesError = faultOf(state, "scopes", "Choose at least one.")
  const typed = state.status === "failed" ? state.values["name"] : undefined
  return (
    <Panel
      title="New service token"
      about="For agents, scripts and CI. A token never decides: questions are answered by people."
      className="grid gap-4 p-4 max-md:p-3"
    >
      {state.status === "done" && (
        <ToldOnce key={state.value.token} title={`Token ${state.value.name}`} label="the token" secret={state.value.token}>
          Copy it now: only a hash of it is kept, so it cannot be shown again. It is sent as <code className="mono">Authorization: Bearer …</code>; the page{" "}
          <Link href="/connect" className="underline underline-offset-3">
            Connect
          </Link>{" "}
          has what agents need.
        </ToldOnce>
      )}
      <ActionProblem state={state} fields={{ name: "token-name", scopes: "token-scopes" }} />
      <form key={state.status === "done" ? state.value.id : "first"} action={action} className="grid gap-3.5">
        <Field id="token-name" label="Name" help="Stands as the actor on what it submits" error={nameError} className="max-w-[420px]">
          <TextInput
            {...fieldProps("token-name", { help: true, error: nameError })}
            name="name"
            autoComplete="off"
            maxLength={100}
            required
            defaultValue={typeof typed === "string" ? typed : ""}
          />
        </Field>
        <CheckGroup
          id="token-scopes"
          legend="Scopes"
          name="scopes"
          choices={Scope.literals.map((scope) => ({
            value: scope,
            words: (
              <>
                <span className="mono text-text">{scope}</span> <span className="text-text-muted">{scopeRights[scope]}</span>
              </>
            )
          }))}
          ticked={ticked(state)}
          error={scopesError}
        />
        <div>
          <SubmitButton look="primary">Create the token</SubmitButton>
        </div>
      </form>
    </Panel>
  )
}
