import { Button } from "@/app/ui/button"
import { ButtonLink } from "@/app/ui/button-link"
import { TextInput } from "@/app/ui/field"
import { listHref, rulesPerPage, type ShownRules } from "../list-state"

/** Finds rules by a part of their pattern, where there are more than one page shows. A plain form by GET. */
export const FindRule = ({ rules: { find, found, total } }: { readonly rules: ShownRules }) => {
  if (total <= rulesPerPage && find === "") return null
  return (
    <search>
      <form action="/rules" method="get" className="mb-2.5 flex flex-wrap items-center gap-2">
        <TextInput
          type="search"
          name="find"
          aria-label="Find rules by a part of their pattern"
          placeholder="Part of a pattern"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={find}
          className="w-64! max-w-full font-mono text-xs"
        />
        <Button type="submit">Find</Button>
        {find !== "" && (
          <>
            <ButtonLink href="/rules" look="ghost">
              All rules
            </ButtonLink>
            <span role="status" className="text-xs text-text-muted">
              {found === 0 ? "No pattern contains this." : `${found} of ${total} rules`}
            </span>
          </>
        )}
      </form>
    </search>
  )
}

/** Where in the list one is, and the way to the rest of it. */
export const ListPages = ({ rules: { from, items, found, page, pages, find } }: { readonly rules: ShownRules }) => {
  if (pages === 1) return null
  return (
    <nav aria-label="Pages of rules" className="mt-2.5 flex items-center gap-2 text-xs text-text-muted">
      <span className="flex-1 tabular-nums">
        {from + 1}–{from + items.length} of {found}
      </span>
      {page > 1 && <ButtonLink href={listHref({ find, page: page - 1 })}>Earlier rules</ButtonLink>}
      {page < pages && <ButtonLink href={listHref({ find, page: page + 1 })}>Later rules</ButtonLink>}
    </nav>
  )
}
