import { QueryClient } from "@tanstack/react-query"
import { TRPCClientError } from "@trpc/client"
import { expect, it, vi } from "vitest"
import { onUnauthenticated } from "./trpc"

const answered = (code: string) =>
  TRPCClientError.from({ error: { code: -32_000, message: code, data: { failure: { code, message: "no", requestId: "req_1" } } } })

const failing = async (client: QueryClient, error: Error) => {
  await client.fetchQuery({ queryKey: [error.message], queryFn: () => Promise.reject(error), retry: false }).catch(() => undefined)
  const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(error), retry: false })
  await mutation.execute(undefined).catch(() => undefined)
}

it("an answer that nobody is signed in is heard of, whether it came to a query or to a change; others are not", async () => {
  const client = new QueryClient()
  const act = vi.fn()
  const stop = onUnauthenticated(client, act)
  await failing(client, answered("forbidden"))
  await failing(client, new Error("no answer"))
  expect(act).toHaveBeenCalledTimes(0)
  await failing(client, answered("unauthenticated"))
  expect(act).toHaveBeenCalledTimes(2)
  stop()
  await failing(client, answered("unauthenticated"))
  expect(act).toHaveBeenCalledTimes(2)
})
