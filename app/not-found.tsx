import { ButtonLink } from "./ui/button"
import { FailurePage } from "./ui/failure-page"

export default function NotFound() {
  return (
    <>
      <title>Not found · Signalbox</title>
      <FailurePage
        alone
        title="There is nothing here"
        actions={
          <ButtonLink href="/runs" look="primary">
            Go to the runs
          </ButtonLink>
        }
      >
        The address leads to no page of this console.
      </FailurePage>
    </>
  )
}
