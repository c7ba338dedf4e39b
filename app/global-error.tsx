"use client"
import { Button } from "./ui/button"
import { FailurePage } from "./ui/failure-page"
import { TooltipProvider } from "./ui/tooltip"
import "./globals.css"

type Props = { readonly error: Error & { readonly digest?: string }; readonly reset: () => void }

/** Even the root layout failed: no theme, no fonts, but words and a way to try again. */
export default function GlobalError({ error, reset }: Props) {
  return (
    <html lang="en">
      <body>
        <title>Failed · Signalbox</title>
        <TooltipProvider>
          <FailurePage
            alone
            title="Signalbox could not answer"
            digest={error.digest}
            actions={
              <Button look="primary" onClick={reset}>
                Try again
              </Button>
            }
          >
            The server failed before it could begin the page. Its log has the cause.
          </FailurePage>
        </TooltipProvider>
      </body>
    </html>
  )
}
