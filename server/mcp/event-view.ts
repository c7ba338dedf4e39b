import type { Schema } from "effect"
import { type RunEvent, toWire } from "../domain/run-event"

/** A value of an event beyond this many characters is left out: the outcome has the result, the console everything. */
const mostCharacters = 2_000

/** An event as an agent reads it: what the HTTP API tells, without the program and without large values. */
export const shortEvent = (event: RunEvent): Schema.Json => {
  const { seq, type, at, data } = toWire(event)
  const { code: _, runId: __, ...rest }: Readonly<Record<string, Schema.Json>> = JSON.parse(JSON.stringify(data))
  return { seq, type, at, data: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, shortened(value)])) }
}

const shortened = (value: Schema.Json): Schema.Json => {
  const { length } = JSON.stringify(value)
  return length <= mostCharacters ? value : `(${length} characters left out)`
}
