import { Effect } from "effect"
import type { HttpClient } from "./http-client/http-client"
import { SourceInvalid } from "./source-fault"

/** A name that leads nowhere now may lead somewhere later; a private place is refused at once. */
export const checkPlace = (http: HttpClient["Service"], path: "url" | "baseUrl", url: string | undefined): Effect.Effect<void, SourceInvalid> =>
  url === undefined
    ? Effect.void
    : http.check(url).pipe(
        Effect.asVoid,
        Effect.catchIf(
          ({ fault }) => fault === "unreachable",
          () => Effect.void
        ),
        Effect.mapError(({ reason }) => new SourceInvalid({ path, reason: `The ${path} cannot be used: ${reason}.` }))
      )

/** An address as it may be shown: without what may be a secret. */
export const shownUrl = (url: string): string => {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
