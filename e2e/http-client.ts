// What a script of a person or of CI does with curl: the HTTP API alone, without a browser.
import type { Signalbox } from "./signalbox-process"

export const admin = { email: "ann@signalbox.test", password: "a-long-password-for-tests", name: "Ann Keller" }
export const bootstrapToken = "bootstrap-token-for-tests"

/** The environment of a server that has an admin and a service token from its first start. */
export const adminEnvironment = {
  SIGNALBOX_ADMIN_EMAIL: admin.email,
  SIGNALBOX_ADMIN_PASSWORD: admin.password,
  SIGNALBOX_BOOTSTRAP_TOKEN: bootstrapToken
}

export interface HttpAnswer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the tests assert
  readonly body: any
  readonly headers: Headers
}

export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<HttpAnswer>

const callWith =
  (signalbox: Signalbox, own: Record<string, string>): Call =>
  async (method, path, body, headers = {}) => {
    const answer = await fetch(`${signalbox.url}${path}`, {
      method,
      redirect: "manual",
      // A connection of its own, as with curl: one that is kept may be closed by the server in the moment in which it is used again.
      headers: { connection: "close", ...(body === undefined ? {} : { "content-type": "application/json" }), ...own, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await answer.text()
    return { status: answer.status, body: parsed(text), headers: answer.headers }
  }

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const anonymous = (signalbox: Signalbox): Call => callWith(signalbox, {})
export const withToken = (signalbox: Signalbox, token = bootstrapToken): Call => callWith(signalbox, { authorization: `Bearer ${token}` })

/** Signs in by HTTP; the calls carry the session cookie and the Origin that a browser would send. */
export const signedIn = async (signalbox: Signalbox, { email, password }: { readonly email: string; readonly password: string } = admin): Promise<Call> => {
  const answer = await anonymous(signalbox)("POST", "/api/auth/sign-in/email", { email, password }, { origin: signalbox.url })
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")
  return callWith(signalbox, { cookie, origin: signalbox.url })
}
