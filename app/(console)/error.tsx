"use client"
import { Button } from "@/app/ui/button"
import { FailurePage } from "@/app/ui/failure-page"
import { PlainHead } from "@/app/ui/plain-head"

type Props = { readonly error: Error & { readonly digest?: string }; readonly reset: () => void }

/** A page of the console failed; the navigation and the live feed go on. */
export default function ConsoleError({ error, reset }: Props) {
  return (
    <>
      <PlainHead title="Failed" />
      <FailurePage
        title="This page could not be made"
        digest={error.digest}
        actions={
          <Button look="primary" onClick={reset}>
            Try again
          </Button>
        }
      >
        The rest of the console goes on. The server’s log has the cause.
      </FailurePage>
    </>
  )
}
