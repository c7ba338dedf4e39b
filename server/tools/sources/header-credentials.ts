import { headerFault } from "../http-client/http-rules"
import { basicText, type Credentials } from "./credentials"

/** Credentials as headers of every request; null when they cannot be. */
export const headersOf = (credentials: Credentials | null): Readonly<Record<string, string>> | null => {
  const headers = written(credentials)
  return headers === null || headerFault(headers) !== null ? null : headers
}

const written = (credentials: Credentials | null): Readonly<Record<string, string>> | null => {
  switch (credentials?.type) {
    case undefined:
    case "none":
      return {}
    case "bearer":
      return { authorization: `Bearer ${credentials.token}` }
    case "basic":
      return { authorization: `Basic ${basicText(credentials)}` }
    case "headers":
      return credentials.headers
    case "apiKey":
      return credentials.name === undefined || (credentials.in ?? "header") !== "header" ? null : { [credentials.name.toLowerCase()]: credentials.value }
    case "schemes":
      return null
  }
}
