"use client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { handedOver } from "@/app/hooks/handed-over"
import { failureOf, useTRPC, useTRPCClient } from "@/app/hooks/trpc"
import { useLiveMessages } from "@/app/hooks/use-live-feed"
import { useToast } from "@/app/ui/toast"
import type { Interaction } from "@/server/domain/interaction"
import type { LiveMessage, RouterOutputs } from "@/server/trpc/router"
import { decidedPage, pendingPage } from "../inbox-pages"
import { questionsIn, withDecided, withMore, withPending } from "../inbox-state"

export type QuestionPage = RouterOutputs["interactions"]["list"]

/** The two lists of the inbox, kept true by the live feed. */
export const useInbox = (initial: { readonly pending: QuestionPage | undefined; readonly decided: QuestionPage | undefined }) => {
  const trpc = useTRPC()
  const client = useQueryClient()
  const trpcClient = useTRPCClient()
  const toast = useToast()
  const pendingKey = trpc.interactions.list.queryKey(pendingPage)
  const decidedKey = trpc.interactions.list.queryKey(decidedPage)
  const pending = useQuery({ ...trpc.interactions.list.queryOptions(pendingPage), ...handedOver(initial.pending) })
  const decided = useQuery({ ...trpc.interactions.list.queryOptions(decidedPage), ...handedOver(initial.decided) })
  /** Decided while the page was open: a pending list that was read before must not bring them back. */
  const settled = useRef(new Set<string>())
  const [loadingMore, setLoadingMore] = useState(false)

  const learn = (questions: ReadonlyArray<Interaction>): void => {
    for (const question of questions) if (question.status !== "pending") settled.current.add(question.id)
    client.setQueryData(pendingKey, (known) =>
      known === undefined
        ? undefined
        : { ...known, items: questions.reduce((list, one) => withPending(list, one, (id) => settled.current.has(id)), known.items) }
    )
    client.setQueryData(decidedKey, (known) => (known === undefined ? undefined : { ...known, items: questions.reduce(withDecided, known.items) }))
  }
  const follow =
    (key: typeof pendingKey) =>
    (messages: ReadonlyArray<LiveMessage>): void => {
      const questions = questionsIn(messages)
      if (questions === null) void client.invalidateQueries({ queryKey: key })
      else if (questions.length > 0) learn(questions)
    }
  useLiveMessages(follow(pendingKey), { asOf: pending.data?.asOf })
  useLiveMessages(follow(decidedKey), { asOf: decided.data?.asOf })

  const showMore = async (which: "pending" | "decided"): Promise<void> => {
    const [key, page] = which === "pending" ? ([pendingKey, pendingPage] as const) : ([decidedKey, decidedPage] as const)
    const cursor = client.getQueryData(key)?.nextCursor ?? null
    if (cursor === null || loadingMore) return
    setLoadingMore(true)
    try {
      const next = await trpcClient.interactions.list.query({ ...page, cursor })
      client.setQueryData(key, (known) =>
        known === undefined ? undefined : { ...known, items: withMore(known.items, next.items, (id) => settled.current.has(id)), nextCursor: next.nextCursor }
      )
    } catch (error) {
      toast({ tone: "failed", text: `More could not be read. ${failureOf(error)?.message ?? "The server did not answer."}` })
    } finally {
      setLoadingMore(false)
    }
  }
  return { pending, decided, learn, showMore, loadingMore }
}
