import { buttonClass } from "@/app/ui/button-class"
import { FailurePage } from "@/app/ui/failure-page"
import { PlainHead } from "@/app/ui/plain-head"

/** A run or a question that is not this team's, or never was: the two are told alike. */
export default function ConsoleNotFound() {
  return (
    <>
      <PlainHead title="Not found" />
      <FailurePage
        title="There is nothing here"
        actions={
          <a href="/runs" className={buttonClass({ look: "primary" })}>
            Go to the runs
          </a>
        }
      >
        Your team has nothing with this address. Check the id, or look for it in the list.
      </FailurePage>
    </>
  )
}
