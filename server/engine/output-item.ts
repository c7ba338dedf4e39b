import { Option, Schema } from "effect"
import { OutputItem } from "../domain/run"
import { parseJson } from "./json-text"

const known = Schema.decodeUnknownOption(OutputItem)

/** What a program emitted, as an item; anything that is not one is wrapped as content. */
export const outputItemOf = (json: string): OutputItem => {
  const value = parseJson(json) ?? null
  return Option.getOrElse(known(value), () => ({ type: "content", content: value }))
}
