"use client"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useMemo, useState } from "react"
import type { ActionFailure } from "@/server/domain/action-state"
import type { Interaction } from "@/server/domain/interaction"
import { newer, rememberAnswer } from "./live-queries"
import { type CallFailure, failureOf, useTRPC, useTRPCClient } from "./trpc"

export interface GivenAnswer {
  readonly action: "accept" | "decline"
  readonly content?: Record<string, string | number | boolean | ReadonlyArray<string>>
  readonly comment?: string
}

/** Waits between looks at whether the run has gone on: only while somebody watches it do so. */
const looksAfterMs = [120, 250, 500, 1000, 2000, 4000, 8000]

const decidedOtherwise = new Set(["already_decided", "interaction_expired"])

const unreachable: ActionFailure = {
  code: "unreachable",
  message: "The server did not answer. Nothing says that your decision was recorded: try again, the same answer counts once.",
  requestId: ""
}

/** Sends one person's answer to one question and follows it until the run has acted upon it. */
export const useAnswer = (question: Interaction, onDecided?: (decided: Interaction) => void) => {
  const trpc = useTRPC()
  const trpcClient = useTRPCClient()
  const client = useQueryClient()
  const [decided, setDecided] = useState(false)
  const [lateAt, setLateAt] = useState<number | null>(null)
  const learn = (interaction: Interaction, run: Parameters<typeof rememberAnswer>[3]): void => {
    rememberAnswer(client, trpc, interaction, run)
    onDecided?.(interaction)
  }
  const mutation = useMutation(
    trpc.interactions.answer.mutationOptions({
      onSuccess: ({ interaction, run }) => {
        setDecided(interaction.status !== "pending")
        learn(interaction, run)
      },
      onError: (error) => {
        if (!decidedOtherwise.has(failureOf(error)?.code ?? "")) return
        setLateAt(Date.now())
        // Who was first is on the record; the feed may have brought it already.
        trpcClient.interactions.get.query({ id: question.id }).then(
          ({ interaction, run }) => learn(interaction, run),
          () => undefined
        )
      }
    })
  )
  const watched = decided && question.status !== "pending" && (question.appliedAt ?? null) === null
  useEffect(() => {
    if (!watched) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (attempt: number): void => {
      const wait = looksAfterMs[attempt]
      if (wait === undefined) return
      timer = setTimeout(() => {
        trpcClient.interactions.get.query({ id: question.id }).then(
          (found) => {
            rememberAnswer(client, trpc, found.interaction, found.run)
            client.setQueryData(trpc.interactions.get.queryKey({ id: question.id }), (known) =>
              known === undefined ? undefined : { ...found, interaction: newer(known.interaction, found.interaction) }
            )
            if ((found.interaction.appliedAt ?? null) === null && found.run.finishedAt === null) look(attempt + 1)
          },
          () => look(attempt + 1)
        )
      }, wait)
    }
    look(0)
    return () => clearTimeout(timer)
  }, [watched, question.id, client, trpc, trpcClient])
  // One object a refusal: the card moves the focus to it when it changes.
  const failure = useMemo(() => (mutation.error === null ? null : toActionFailure(failureOf(mutation.error) ?? unreachable)), [mutation.error])
  return {
    answer: (given: GivenAnswer) => mutation.mutate({ id: question.id, ...given }),
    sending: mutation.isPending,
    /** This person's answer is the one that counts. */
    decided,
    /** When this person's answer came too late. */
    lateAt,
    failure
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const toActionFailure = (failure: CallFailure | ActionFailure): ActionFailure => ({
  code: failure.code,
  message: failure.message,
  requestId: failure.requestId,
  ...(failure.issues === undefined ? {} : { issues: failure.issues }),
  ...(isRecord(failure.details) ? { details: failure.details } : {})
})
