import { Stream } from "effect"
import { csvLine } from "../../domain/csv"

interface Exported<A> {
  /** `runs` makes `signalbox-runs.csv`. */
  readonly name: string
  readonly format: "csv" | "json"
  readonly head: ReadonlyArray<string>
  readonly cellsOf: (item: A) => ReadonlyArray<string>
  readonly encode: (item: A) => unknown
}

/** Items as a file that is sent while they are read: CSV, in which no cell is a formula, or one JSON object a line. */
export const fileOf = <A>(items: Stream.Stream<A>, { name, format, head, cellsOf, encode }: Exported<A>): Response => {
  const lines =
    format === "csv"
      ? Stream.make(csvLine(head)).pipe(Stream.concat(Stream.map(items, (item) => csvLine(cellsOf(item)))))
      : Stream.map(items, (item) => `${JSON.stringify(encode(item))}\n`)
  return new Response(Stream.toReadableStream(Stream.encodeText(lines)), {
    headers: {
      "Content-Type": format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson; charset=utf-8",
      "Content-Disposition": `attachment; filename="signalbox-${name}.${format === "csv" ? "csv" : "ndjson"}"`,
      "Cache-Control": "no-store"
    }
  })
}
