import type { ReactNode } from "react"

/** Names and values below each other. */
export const FactList = ({ facts }: { readonly facts: ReadonlyArray<{ readonly name: string; readonly value: ReactNode }> }) => (
  <dl>
    {facts.map(({ name, value }) => (
      <div
        key={name}
        className="grid grid-cols-[152px_minmax(0,1fr)] gap-3 border-border px-4 py-2.5 not-first:border-t max-md:grid-cols-[104px_minmax(0,1fr)] max-md:px-3"
      >
        <dt className="text-text-muted">{name}</dt>
        <dd className="wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
)
