import { Effect } from "effect"
import { MalformedRequest } from "./request-errors"
import { respond } from "./respond"

/** Any call whose path is no text. */
export const handleMalformedPath = (request: Request): Promise<Response> =>
  respond(
    request,
    Effect.fail(
      new MalformedRequest({
        message: "The path is not valid: its percent-encoding cannot be decoded.",
        issues: [{ path: "", message: "the path cannot be decoded" }]
      })
    )
  )
