import { ButtonLink } from "@/app/ui/button"
import { FailurePage } from "@/app/ui/failure-page"
import { PageHead } from "@/app/ui/page-head"

/** A run or a question that is not this team's, or never was: the two are told alike. */
export default function ConsoleNotFound() {
  return (
    <>
      <PageHead title="Not found" />
      <FailurePage
        title="There is nothing here"
        actions={
          <ButtonLink href="/runs" look="primary">
            Go to the runs
          </ButtonLink>
        }
      >
        Your team has nothing with this address. Check the id, or look for it in the list.
      </FailurePage>
    </>
  )
}
