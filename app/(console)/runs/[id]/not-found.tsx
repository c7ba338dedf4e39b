import { ButtonLink } from "@/app/ui/button-link"
import { EmptyState } from "@/app/ui/empty-state"
import { PageHead } from "@/app/ui/page-head"

export default function NotFound() {
  return (
    <>
      <PageHead title="Run" />
      <EmptyState title="There is no such run" actions={<ButtonLink href="/runs">All runs</ButtonLink>} className="border-t border-border">
        Its address may be mistyped, or it belongs to another team.
      </EmptyState>
    </>
  )
}
