import { parseSetCookieHeader, toCookieOptions } from "better-auth/cookies"
import { Effect, Result, type Schema } from "effect"
import { refresh } from "next/cache"
import { cookies, headers } from "next/headers"
import { redirect } from "next/navigation"
import { type Action, permit } from "../auth/permissions"
import { principalOf } from "../auth/principal-of"
import { TokenLimit } from "../auth/token-limit"
import type { ActionState, FormValues } from "../domain/action-state"
import type { Principal } from "../domain/principal"
import { type AppServices, appRuntime } from "../runtime/runtime"
import { decodeForm } from "./decode"
import { type ExpectedError, type Failure, settled, wireOf } from "./failure"
import { requireSameOrigin } from "./guard"
import { newRequestId } from "./respond"

/** An action's other way to end: another page, with the cookies of a response if one is given. */
export interface GoTo {
  readonly _tag: "GoTo"
  readonly path: string
  readonly cookiesOf: Response | null
}
export const goTo = (path: string, cookiesOf: Response | null = null): GoTo => ({ _tag: "GoTo", path, cookiesOf })

type Done<B> = Exclude<B, GoTo>
type FormAction<B> = (previous: ActionState<Done<B>>, form: FormData) => Promise<ActionState<Done<B>>>
/** An action and what it asks of the permission table; tests read it. */
type Guarded<B> = FormAction<B> & { readonly permission: Permission }
type Permission = Action | "whoever is signed in"

/**
 * A server action for a form: origin, principal, permission and input are checked here, once for all of them. Works
 * before JavaScript has loaded; with it, through `useActionState`.
 */
export const action = <A, I, B, E extends ExpectedError>(
  permission: Permission,
  schema: Schema.Codec<A, I>,
  run: (input: A, principal: Principal, sent: Headers) => Effect.Effect<B, E, AppServices>
): Guarded<B> =>
  Object.assign(
    (_previous: ActionState<Done<B>>, form: FormData) =>
      perform(form, (sent) =>
        Effect.gen(function* () {
          const principal = yield* principalOf(sent)
          yield* TokenLimit.use((limit) => limit.admit(principal, "submit"))
          if (permission !== "whoever is signed in") yield* permit(principal, permission)
          return yield* run(yield* decodeForm(schema)(recordOf(form)), principal, sent)
        })
      ),
    { permission }
  )

/** A server action for those who are not signed in yet. */
export const openAction =
  <A, I, B, E extends ExpectedError>(schema: Schema.Codec<A, I>, run: (input: A, sent: Headers) => Effect.Effect<B, E, AppServices>): FormAction<B> =>
  (_previous, form) =>
    perform(form, (sent) => Effect.flatMap(decodeForm(schema)(recordOf(form)), (input) => run(input, sent)))

/** For an action whose value is shown where the form was: the rest of the page follows what it changed. */
export const thenRefresh = <B>(act: Guarded<B>): Guarded<B> => {
  const refreshing: FormAction<B> = async (previous, form) => {
    const state = await act(previous, form)
    if (state.status === "done") refresh()
    return state
  }
  return Object.assign(refreshing, { permission: act.permission })
}

const perform = async <B, E extends ExpectedError>(form: FormData, run: (sent: Headers) => Effect.Effect<B, E, AppServices>): Promise<ActionState<Done<B>>> => {
  const requestId = newRequestId()
  const sent = new Headers(await headers())
  const runtime = await appRuntime()
  // Next compares Origin with Host, but lets an action without Origin pass.
  const result = await runtime.runPromise(settled(Effect.andThen(requireSameOrigin(sent), run(sent)), requestId).pipe(Effect.annotateLogs({ requestId })))
  if (Result.isFailure(result)) return failed(result.failure, form)
  const value = result.success
  if (!isGoTo(value)) return { status: "done", value: value as Done<B> } // allow cast: what is left after GoTo
  if (value.cookiesOf !== null) await setCookiesOf(value.cookiesOf)
  return redirect(value.path)
}

const isGoTo = (value: unknown): value is GoTo => typeof value === "object" && value !== null && "_tag" in value && value._tag === "GoTo"

const failed = (failure: Failure, form: FormData) =>
  ({
    status: "failed",
    failure: wireOf(failure).error,
    values: Object.fromEntries(Object.entries(recordOf(form)).filter(([name]) => !/password|secret/i.test(name)))
  }) as const

/** The texts of a form; several of one name become an array. React's own fields and files are left out. */
const recordOf = (form: FormData): FormValues => {
  const record: Record<string, string | Array<string>> = {}
  for (const name of new Set(form.keys())) {
    if (name.startsWith("$ACTION")) continue
    const texts = form.getAll(name).filter((value) => typeof value === "string")
    const [first] = texts
    if (first !== undefined) record[name] = texts.length === 1 ? first : texts
  }
  return record
}

const setCookiesOf = async (response: Response): Promise<void> => {
  const jar = await cookies()
  for (const header of response.headers.getSetCookie()) {
    for (const [name, cookie] of parseSetCookieHeader(header)) jar.set(name, cookie.value, toCookieOptions(cookie))
  }
}
