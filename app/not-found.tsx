import { buttonClass } from "./ui/button-class"
import { FailurePage } from "./ui/failure-page"

export default function NotFound() {
  return (
    <>
      <title>Not found · Signalbox</title>
      <FailurePage
        alone
        title="There is nothing here"
        actions={
          <a href="/runs" className={buttonClass({ look: "primary" })}>
            Go to the runs
          </a>
        }
      >
        The address leads to no page of this console.
      </FailurePage>
    </>
  )
}
