import { Schema, SchemaGetter } from "effect"

/**
 * A moment: epoch milliseconds inside, ISO 8601 UTC with milliseconds on the wire (RFC 3339).
 * Every `…At` field of a view uses it, so the HTTP API's encoding is the schema's own.
 */
export const EpochMs = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/, { message: "an ISO 8601 time such as 2026-01-31T08:00:00.000Z" })
)
  .pipe(
    Schema.decodeTo(Schema.Finite, {
      decode: SchemaGetter.transform((iso: string) => Date.parse(iso)),
      encode: SchemaGetter.transform((ms: number) => new Date(ms).toISOString())
    })
  )
  .annotate({ format: "date-time" })
