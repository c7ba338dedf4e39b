import { Schema } from "effect"

/**
 * Ids are text: `run_<uuidv7>` and `int_<uuidv7>` (RFC 9562, section 5.7), so they sort by the time they were made.
 * A tool call's id is `call_<n>`, n being its number in the run's journal; it is unique within its run only.
 */
const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"

export const RunId = Schema.String.check(Schema.isPattern(new RegExp(`^run_${uuid}$`))).pipe(Schema.brand("RunId"))
export type RunId = typeof RunId.Type

export const InteractionId = Schema.String.check(Schema.isPattern(new RegExp(`^int_${uuid}$`))).pipe(Schema.brand("InteractionId"))
export type InteractionId = typeof InteractionId.Type

export const ToolCallId = Schema.String.check(Schema.isPattern(/^call_[1-9]\d*$/)).pipe(Schema.brand("ToolCallId"))
export type ToolCallId = typeof ToolCallId.Type

/** The owner of everything: better-auth's organization id. */
export const TeamId = Schema.NonEmptyString.pipe(Schema.brand("TeamId"))
export type TeamId = typeof TeamId.Type

/** A UUID version 7 from a time in epoch ms and ten random bytes (values 0 to 255; missing ones count as 0). */
export const uuidv7 = (atMs: number, random: ReadonlyArray<number>): string => {
  const byte = (index: number): number => (random[index] ?? 0) & 255
  const time = Math.max(0, Math.floor(atMs)).toString(16).padStart(12, "0").slice(-12)
  const rest = [0x70 | (byte(0) & 15), byte(1), 0x80 | (byte(2) & 63), byte(3), byte(4), byte(5), byte(6), byte(7), byte(8), byte(9)]
  const hex = time + rest.map((value) => value.toString(16).padStart(2, "0")).join("")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export const runIdAt = (atMs: number, random: ReadonlyArray<number>): RunId => RunId.make(`run_${uuidv7(atMs, random)}`)
export const interactionIdAt = (atMs: number, random: ReadonlyArray<number>): InteractionId => InteractionId.make(`int_${uuidv7(atMs, random)}`)

/** The id of the call with this number in the run's journal (1 or more). */
export const toolCallIdOf = (callNumber: number): ToolCallId => ToolCallId.make(`call_${callNumber}`)
