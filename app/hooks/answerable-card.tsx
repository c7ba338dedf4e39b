"use client"
import { useQueryClient } from "@tanstack/react-query"
import { type Ref, useActionState, useEffect, useEffectEvent } from "react"
import { type ActionState, idle } from "@/server/domain/action-state"
import type { Interaction } from "@/server/domain/interaction"
import type { Run } from "@/server/domain/run"
import type { RuleWish } from "../ui/always-allow-rule"
import { answerPhase } from "../ui/answer-phase"
import { ApprovalCard } from "../ui/approval-card"
import type { ApprovalCardProps, CardAnswer, CardHandle } from "../ui/approval-card-props"
import { isToolApproval } from "../ui/question-words"
import { Receipt } from "../ui/receipt"
import { useToast } from "../ui/toast"
import { AlwaysAllowBox, inputOf } from "./always-allow-box"
import { rememberAnswer } from "./live-queries"
import { useTRPC } from "./trpc"
import { decidedOtherwise, useAnswer } from "./use-answer"
import { useLeftCard } from "./use-left-card"
import { useLookingAt, useViewer } from "./use-live-feed"

/** The server action of a question's form. */
export type AnswerFormAction = (
  previous: ActionState<{ readonly interaction: Interaction }>,
  form: FormData
) => Promise<ActionState<{ readonly interaction: Interaction }>>

interface Props extends Pick<ApprovalCardProps, "as" | "mayDecide" | "runHref" | "full" | "fullHref" | "keys" | "place" | "fixedActions"> {
  readonly question: Interaction
  readonly run: Run | null
  readonly action: AnswerFormAction
  /** The receipt is one line: its whole record is elsewhere on the page. */
  readonly briefReceipt?: boolean | undefined
  /** Admins write rules, operators suggest them; without it there is no word of rules. */
  readonly rules?: "write" | "suggest" | undefined
  readonly onDecided?: ((decided: Interaction) => void) | undefined
  readonly ref?: Ref<CardHandle> | undefined
}

const noRule = (why: string): string => (why.includes("No rule") ? why : `No rule was added. ${why}`)

/** A question as it is now: a card with its levers, then how far the answer has come, then the receipt. */
export const AnswerableCard = ({ question, run, action, onDecided, briefReceipt = false, rules, ...card }: Props) => {
  useLookingAt(question.id, question.status === "pending")
  const { userId } = useViewer()
  const trpc = useTRPC()
  const client = useQueryClient()
  const toast = useToast()
  const { answer, extend, sending, decided, lateAt, failure } = useAnswer(question, onDecided, onDecided)
  // One request: approval and rule are both recorded, or neither is. A wish goes with one answer, and is gone with it.
  const send = async (sent: CardAnswer, wish?: RuleWish): Promise<void> => {
    const { rule, failure: refusal } = await answer({ ...sent, ...(wish === undefined ? {} : { rule: inputOf(wish) }) })
    if (rule !== null) toast({ tone: "completed", text: `Approved, and from now on allowed: ${rule.pattern}` })
    // The card is a receipt then, which says who was first and nothing of rules; everything else it says itself.
    if (wish !== undefined && refusal !== null && decidedOtherwise.has(refusal.code)) toast({ tone: "failed", text: noRule(refusal.message) })
  }
  const [submitted, formAction, submitting] = useActionState(action, idle)
  // An answer that was given before JavaScript had loaded is shown like any other.
  const learn = useEffectEvent((known: Interaction) => {
    rememberAnswer(client, trpc, known, null)
    onDecided?.(known)
  })
  useEffect(() => {
    if (submitted.status === "done") learn(submitted.value.interaction)
  }, [submitted])
  const shown = submitted.status === "done" && question.status === "pending" ? submitted.value.interaction : question
  const phase = answerPhase(shown, run, { sending: sending || submitting, decided })
  const isReceipt = phase === "recorded" || phase === "over"
  const { receipt, unsent, onGone } = useLeftCard(question.id, { isReceipt, decided, sent: sending || submitting || submitted.status === "done" })
  if (isReceipt)
    return <Receipt ref={receipt} question={shown} run={run} phase={phase} lateAt={lateAt} unsent={unsent} runHref={card.runHref} brief={briefReceipt} />
  const refused = submitted.status === "failed" ? submitted : null
  return (
    <ApprovalCard
      {...card}
      question={shown}
      run={run}
      hasAgreed={shown.votesNeeded > 1 && shown.votes.some(({ by }) => by.kind === "user" && by.id === userId)}
      sending={phase === "sending"}
      failure={failure ?? refused?.failure ?? null}
      {...(refused !== null && { values: refused.values })}
      formAction={formAction}
      onAnswer={(sent, wish) => void send(sent, wish)}
      onExtend={extend}
      onGone={onGone}
      {...(rules !== undefined &&
        card.mayDecide &&
        isToolApproval(shown) &&
        shown.options === null &&
        shown.votesNeeded === 1 && {
          alwaysAllow: ({ accept, ...levers }) => (
            <AlwaysAllowBox key={shown.revision ?? 0} question={shown} mayWrite={rules === "write"} onApprove={accept} {...levers} />
          )
        })}
    />
  )
}
