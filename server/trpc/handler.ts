import { fetchRequestHandler } from "@trpc/server/adapters/fetch"
import { createContext } from "./init"
import { appRouter } from "./router"

/** Answers `/api/trpc`. */
export const handleTrpc = (request: Request): Promise<Response> =>
  fetchRequestHandler({ endpoint: "/api/trpc", req: request, router: appRouter, createContext: () => createContext(request.headers) })
