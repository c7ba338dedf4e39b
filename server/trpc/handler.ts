import { fetchRequestHandler } from "@trpc/server/adapters/fetch"
import { Effect } from "effect"
import { bodyLimitBytes, bodyText, jsonIn } from "../http/decode"
import { checkOrigin } from "../http/guard"
import { respond } from "../http/respond"
import { createContext } from "./init"
import { appRouter } from "./router"

/** Answers `/api/trpc`. What tRPC never sees: requests of other sites, and bodies nobody needs. */
export const handleTrpc = (request: Request): Promise<Response> =>
  respond(
    request,
    Effect.gen(function* () {
      yield* checkOrigin(request)
      const input = new URL(request.url).searchParams.get("input")
      if (input !== null) yield* jsonIn(input, "input")
      const req = request.method === "POST" ? yield* bounded(request) : request
      return yield* Effect.promise(() =>
        fetchRequestHandler({ endpoint: "/api/trpc", req, router: appRouter, createContext: () => createContext(request.headers) })
      )
    })
  )

/** Neither longer nor deeper than everything behind it can walk. */
const bounded = (request: Request) =>
  bodyText(request, bodyLimitBytes).pipe(
    Effect.tap((body) => (body === "" ? Effect.void : Effect.asVoid(jsonIn(body, "")))),
    Effect.map((body) => new Request(request.url, { method: request.method, headers: request.headers, body, signal: request.signal }))
  )
