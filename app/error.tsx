"use client"
import { Button } from "./ui/button"
import { buttonClass } from "./ui/button-class"
import { FailurePage } from "./ui/failure-page"

type Props = { readonly error: Error & { readonly digest?: string }; readonly reset: () => void }

export default function ErrorPage({ error, reset }: Props) {
  return (
    <>
      <title>Failed · Signalbox</title>
      <FailurePage
        alone
        title="This page could not be made"
        digest={error.digest}
        actions={
          <>
            <Button look="primary" onClick={reset}>
              Try again
            </Button>
            <a href="/runs" className={buttonClass({ look: "ghost" })}>
              Go to the runs
            </a>
          </>
        }
      >
        The server answered with an error. Nothing you did was lost that was recorded before; the server’s log has the cause.
      </FailurePage>
    </>
  )
}
