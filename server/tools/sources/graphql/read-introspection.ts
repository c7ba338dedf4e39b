import type { Schema } from "effect"
import { at, listAt, textAt } from "../../json-value"
import type { Read } from "../read-in-thread"
import { compileSchema } from "./compile-schema"
import type { CompiledGraphql } from "./compiled"

/** The answer of an endpoint to the introspection, as it came. */
export const readIntrospection = (text: string, host: string): Read<CompiledGraphql> => {
  const answer = parsed(text)
  if (answer === undefined) return { fault: `${host} says that it answers JSON, but it does not.` }
  const data = at(answer, "data")
  const said = listAt(answer, "errors")
    .flatMap((error) => textAt(error, "message") ?? [])
    .join("; ")
  if (at(data, "__schema") === undefined || data === undefined)
    return { fault: `${host} does not tell its schema${said === "" ? "" : `: ${said.slice(0, 300)}`}. Introspection has to be allowed for these credentials.` }
  return compileSchema(data, host)
}

const parsed = (text: string): Schema.Json | undefined => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""))
  } catch {
    return undefined
  }
}
