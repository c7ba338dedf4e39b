"use client"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createTRPCClient, httpBatchLink, httpLink, splitLink, TRPCClientError } from "@trpc/client"
import { createTRPCContext } from "@trpc/tanstack-react-query"
import { type ReactNode, useState } from "react"
import type { AppRouter } from "@/server/trpc/router"
import { plainJson } from "./plain-json"
import { withUnchanged } from "./with-unchanged"

const context = createTRPCContext<AppRouter>()

/** `useTRPC().runs.get.queryOptions({ id })`: typed options for React Query. Subscriptions go through `use-live-feed` alone. */
export const useTRPC = context.useTRPC
export const useTRPCClient = context.useTRPCClient

/** What every failed call carries: the HTTP API's error shape. */
export type CallFailure = {
  readonly code: string
  readonly message: string
  readonly requestId: string
  readonly issues?: ReadonlyArray<{ readonly path: string; readonly message: string }> | undefined
  readonly details?: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const isFailure = (value: unknown): value is CallFailure =>
  isRecord(value) && typeof value.code === "string" && typeof value.message === "string" && typeof value.requestId === "string"

/** The failure that the server described; null when it never answered. */
export const failureOf = (error: unknown): CallFailure | null =>
  error instanceof TRPCClientError && isRecord(error.data) && isFailure(error.data.failure) ? error.data.failure : null

/** Calls `act` whenever a query or a change is answered that nobody is signed in; returns how to stop. */
export const onUnauthenticated = (client: QueryClient, act: () => void): (() => void) => {
  const look = (event: { readonly type: string; readonly action?: { readonly type: string; readonly error?: unknown } }): void => {
    if (event.type === "updated" && event.action?.type === "error" && failureOf(event.action.error)?.code === "unauthenticated") act()
  }
  const stops = [client.getQueryCache().subscribe(look), client.getMutationCache().subscribe(look)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Trying again cannot help where the server has answered: it would only repeat the refusal more slowly. */
const retry = (failures: number, error: unknown): boolean => failures < 2 && failureOf(error) === null

/** Each of these goes by itself: a chart that takes long, or cannot be read, neither holds up the rows nor takes them along. */
const alone: ReadonlySet<string> = new Set(["runs.list", "runs.count", "runs.facets", "runs.histogram"])

const linkTo = (url: string) =>
  splitLink({
    condition: ({ path }) => alone.has(path),
    true: httpLink({ url, transformer: plainJson }),
    false: httpBatchLink({ url, transformer: plainJson })
  })

/** The other calls of one tick travel together. One client and one cache a tab, made in the browser or for one server render. */
export const TrpcProvider = ({ children }: { readonly children: ReactNode }) => {
  const [queryClient] = useState(
    () =>
      new QueryClient({
        // Pages come with their data and the live feed keeps it right, so nothing is fetched again by itself.
        defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, structuralSharing: withUnchanged, retry } }
      })
  )
  const [trpcClient] = useState(() => createTRPCClient<AppRouter>({ links: [linkTo("/api/trpc")] }))
  return (
    <QueryClientProvider client={queryClient}>
      <context.TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </context.TRPCProvider>
    </QueryClientProvider>
  )
}
