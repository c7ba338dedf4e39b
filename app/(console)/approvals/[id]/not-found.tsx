import { ButtonLink } from "@/app/ui/button-link"
import { EmptyState } from "@/app/ui/empty-state"
import { PageHead } from "@/app/ui/page-head"

export default function NotFound() {
  return (
    <>
      <PageHead title="Approval" />
      <EmptyState title="There is no such question" actions={<ButtonLink href="/approvals">All approvals</ButtonLink>} className="border-t border-border">
        Its address may be mistyped, or it belongs to another team.
      </EmptyState>
    </>
  )
}
