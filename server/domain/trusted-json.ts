import { Schema, SchemaGetter } from "effect"

/**
 * JSON that was checked when it came in. Views use it where payloads stand: a result may have 8 MB, and walking it once
 * more at every read would hold up everybody else's requests.
 */
export const TrustedJson = Schema.declare((_value): _value is Schema.Json => true)

/** The same as the text of a column. */
export const TrustedJsonText = Schema.String.pipe(
  Schema.decodeTo(TrustedJson, {
    decode: SchemaGetter.transform((text: string): Schema.Json => JSON.parse(text)),
    encode: SchemaGetter.transform((value: Schema.Json) => JSON.stringify(value))
  })
)
