import { Effect, Schema, SchemaGetter } from "effect"
import { decodeRequest } from "../decode"
import { MalformedRequest } from "../request-errors"

/** `a,b,c` in a query: values of one kind, at least one. */
export const CommaList = <S extends Schema.Codec<string, string>>(item: S) =>
  Schema.String.pipe(
    Schema.decodeTo(Schema.NonEmptyArray(item), {
      decode: SchemaGetter.transform((text: string) => splitList(text)),
      encode: SchemaGetter.transform((items: readonly [string, ...Array<string>]) => items.join(","))
    })
  )

const splitList = (text: string): readonly [string, ...Array<string>] => {
  const [first = "", ...rest] = text.split(",").map((part) => part.trim())
  return [first, ...rest]
}

/** A whole number within bounds, written in digits. */
export const WholeNumber = (minimum: number, maximum: number) =>
  Schema.String.check(Schema.isPattern(/^\d{1,15}$/, { message: `a whole number from ${minimum} to ${maximum}` })).pipe(
    Schema.decodeTo(Schema.Int.check(Schema.isBetween({ minimum, maximum })), {
      decode: SchemaGetter.transform((digits: string) => Number(digits)),
      encode: SchemaGetter.transform((value: number) => String(value))
    })
  )

/** A struct: its fields are the parameters. */
export type QuerySchema<A, I> = Schema.Codec<A, I> & { readonly fields: Readonly<Record<string, unknown>> }

/** The parameters of a request's query. One nobody knows, or given twice, is a fault: ignored, it would look as if it had worked. */
export const queryOf = <A, I>(request: Request, schema: QuerySchema<A, I>): Effect.Effect<A, MalformedRequest> =>
  Effect.gen(function* () {
    const { searchParams } = new URL(request.url)
    const known = Object.keys(schema.fields)
    const allowed = known.length === 0 ? "This call takes none." : `Allowed: ${known.join(", ")}.`
    const issues = [...new Set(searchParams.keys())].flatMap((name) =>
      !known.includes(name)
        ? [{ path: name, message: `is not a parameter of this call. ${allowed}` }]
        : searchParams.getAll(name).length > 1
          ? [{ path: name, message: "is given more than once; write several values with commas" }]
          : []
    )
    const [first] = issues
    if (first !== undefined) return yield* new MalformedRequest({ message: `The parameter "${first.path}" ${first.message}`, issues })
    return yield* decodeRequest(schema)(Object.fromEntries(searchParams))
  })
