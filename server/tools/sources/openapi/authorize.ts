import { basicText, type Credential, type Credentials } from "../credentials"
import type { CompiledApi, CompiledOperation, SecurityScheme } from "./compiled"

/** The parts of a request that credentials add. */
export interface Authorization {
  readonly headers: Readonly<Record<string, string>>
  readonly query: ReadonlyArray<readonly [string, string]>
  readonly cookies: ReadonlyArray<readonly [string, string]>
}

const nothing: Authorization = { headers: {}, query: [], cookies: [] }

const together = (parts: ReadonlyArray<Authorization>): Authorization => ({
  headers: Object.assign({}, ...parts.map(({ headers }) => headers)),
  query: parts.flatMap(({ query }) => query),
  cookies: parts.flatMap(({ cookies }) => cookies)
})

/**
 * How the credentials go with this operation. An operation that the document calls public gets none; where it says
 * nothing, or something else than what the admin gave, the admin's word counts.
 */
export const authorizationFor = (
  credentials: Credentials | null,
  schemes: CompiledApi["schemes"],
  operation: Pick<CompiledOperation, "security">
): Authorization | { readonly fault: string } => {
  const { security } = operation
  if (credentials === null || credentials.type === "none" || security?.length === 0) return nothing
  if (credentials.type === "headers") return { ...nothing, headers: credentials.headers }
  if (credentials.type === "schemes") return bySchemes(credentials.schemes, schemes, security)
  const wanted = (security ?? []).flat().flatMap((name) => schemeNamed(schemes, name))
  return asSent(
    credentials,
    wanted.find((scheme) => scheme.kind === credentials.type) ?? Object.values(schemes).find((scheme) => scheme.kind === credentials.type)
  )
}

const schemeNamed = (schemes: CompiledApi["schemes"], name: string): ReadonlyArray<SecurityScheme> => {
  const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined
  return scheme === undefined ? [] : [scheme]
}

const bySchemes = (given: Readonly<Record<string, Credential>>, schemes: CompiledApi["schemes"], security: CompiledOperation["security"]) => {
  const alternatives = security ?? [Object.keys(given)]
  const chosen =
    alternatives.find((names) => names.length > 0 && names.every((name) => Object.hasOwn(given, name))) ?? alternatives.find((names) => names.length === 0)
  if (chosen === undefined) return { fault: `it needs credentials for ${alternatives.map((names) => names.join(" and ")).join(", or ")}` }
  const parts: Array<Authorization> = []
  for (const name of chosen) {
    const credential = given[name]
    const part = credential === undefined ? nothing : asSent(credential, schemeNamed(schemes, name)[0])
    if ("fault" in part) return part
    parts.push(part)
  }
  return together(parts)
}

const asSent = (credential: Credential, scheme: SecurityScheme | undefined): Authorization | { readonly fault: string } => {
  switch (credential.type) {
    case "bearer":
      return { ...nothing, headers: { authorization: `Bearer ${credential.token}` } }
    case "basic":
      return { ...nothing, headers: { authorization: `Basic ${basicText(credential)}` } }
    case "apiKey": {
      const known = scheme?.kind === "apiKey" ? scheme : undefined
      const name = credential.name ?? known?.name
      if (name === undefined) return { fault: 'the document does not say where its API key goes; give its "name", and "in": header, query or cookie' }
      const place = credential.in ?? known?.place ?? "header"
      if (place === "header") return { ...nothing, headers: { [name.toLowerCase()]: credential.value } }
      return place === "query" ? { ...nothing, query: [[name, credential.value]] } : { ...nothing, cookies: [[name, credential.value]] }
    }
  }
}
