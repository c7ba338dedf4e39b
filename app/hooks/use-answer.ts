"use client"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import type { ActionFailure } from "@/server/domain/action-state"
import type { Interaction } from "@/server/domain/interaction"
import type { RouterInputs } from "@/server/trpc/router"
import type { JsonText } from "../ui/approval-card-props"
import { rememberAnswer } from "./live-queries"
import { type CallFailure, failureOf, useTRPC, useTRPCClient } from "./trpc"
import { useTabClock } from "./use-clock"

export interface GivenAnswer {
  readonly action: "accept" | "decline"
  readonly content?: Record<string, string | number | boolean | ReadonlyArray<string>>
  readonly comment?: string
  readonly args?: JsonText
  readonly revision?: number
  /** The rule that is recorded with it, or nothing is. */
  readonly rule?: AddedRule
}

/** As plain JSON, which is what travels. */
export type AddedRule = NonNullable<RouterInputs["interactions"]["answer"]["rule"]>

/** What an answer came to: the rule that came with it, or why there is none. */
export interface AnswerOutcome {
  readonly rule: { readonly pattern: string } | null
  readonly failure: ActionFailure | null
}

/** Codes of an answer that came too late. */
export const decidedOtherwise: ReadonlySet<string> = new Set(["already_decided", "interaction_expired"])
/** The question is another one now: what it has become is read, and the card says so. */
const changedSince = "interaction_changed"

const unreachable: ActionFailure = {
  code: "unreachable",
  message: "The server did not answer. Nothing says that your decision was recorded: try again, the same answer counts once.",
  requestId: ""
}

/** Sends one person's answer to one question. That the run has acted upon it comes over the live feed. */
export const useAnswer = (question: Interaction, onDecided?: (decided: Interaction) => void, onExtended?: (extended: Interaction) => void) => {
  const trpc = useTRPC()
  const trpcClient = useTRPCClient()
  const client = useQueryClient()
  const clock = useTabClock()
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
        const code = failureOf(error)?.code ?? ""
        if (!decidedOtherwise.has(code) && code !== changedSince) return
        if (code !== changedSince) setLateAt(clock.exact())
        // Who was first is on the record; the feed may have brought it already.
        trpcClient.interactions.get.query({ id: question.id }).then(
          ({ interaction, run }) => learn(interaction, run),
          () => undefined
        )
      }
    })
  )
  const extension = useMutation(
    trpc.interactions.extend.mutationOptions({
      onSuccess: ({ interaction }) => {
        rememberAnswer(client, trpc, interaction, null)
        onExtended?.(interaction)
      }
    })
  )
  // One object a refusal: the card moves the focus to it when it changes.
  const refused = mutation.error ?? extension.error
  const failure = useMemo(() => (refused === null ? null : toActionFailure(failureOf(refused) ?? unreachable)), [refused])
  return {
    /** Sends it; what came of the question itself is learned before this ends. */
    answer: (given: GivenAnswer): Promise<AnswerOutcome> =>
      mutation.mutateAsync({ id: question.id, ...given }).then(
        ({ rule }) => ({ rule, failure: null }),
        (error: unknown) => ({ rule: null, failure: toActionFailure(failureOf(error) ?? unreachable) })
      ),
    /** More time: as much as it had at first. */
    extend: () => extension.mutate({ id: question.id }),
    sending: mutation.isPending || extension.isPending,
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
