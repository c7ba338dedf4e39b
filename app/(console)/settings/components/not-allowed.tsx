import { ButtonLink } from "@/app/ui/button-link"
import { FailurePage } from "@/app/ui/failure-page"

/** A section that is there, but not for this role: by its address one may still get here. */
export const NotAllowed = ({ children }: { readonly children: string }) => (
  <FailurePage title="Only admins see this" actions={<ButtonLink href="/settings/members">Go to the members</ButtonLink>}>
    {children}
  </FailurePage>
)
