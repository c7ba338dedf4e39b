import type { ReactNode, Ref } from "react"
import type { ActionFailure, FormValues } from "@/server/domain/action-state"
import type { Interaction } from "@/server/domain/interaction"
import type { Run } from "@/server/domain/run"
import type { RuleWish } from "./always-allow-rule"

export interface CardAnswer {
  readonly action: "accept" | "decline"
  readonly content?: Record<string, string | number | boolean | ReadonlyArray<string>>
  readonly comment?: string
  /** Arguments to call the tool with instead of those that were asked about. */
  readonly args?: JsonText
  /** Which state of the question was seen. */
  readonly revision?: number
}

/** A JSON value, as `JSON.parse` gives it. */
export type JsonText = null | string | number | boolean | ReadonlyArray<JsonText> | { readonly [key: string]: JsonText }

/** What keys can do with a card. */
export interface CardHandle {
  /** Approves; a question with something to fill in or to open gets the focus at its first control instead. */
  readonly approve: () => void
  readonly decline: () => void
  readonly focus: () => void
}

/** What a card held when it went: whether it had the focus, and a reason as it was typed so far. */
export interface LeftInCard {
  readonly hadFocus: boolean
  readonly reason: string
}

export interface AlwaysAllowLevers {
  /** Approves, and has the rule made if that counts. */
  readonly accept: (wish: RuleWish) => void
  readonly disabled: boolean
  /** The arguments are edited: what would be approved is not what the rule would be about. */
  readonly edited: boolean
}

export interface ApprovalCardProps {
  readonly question: Interaction
  readonly run: Run | null
  /** `page`: in the inbox, with code and earlier calls. `pinned`: on the run's page, which shows these itself. */
  readonly as: "page" | "pinned"
  /** Whether this person's role decides. */
  readonly mayDecide: boolean
  /** More than one person has to approve, and this one has: another one comes next. */
  readonly hasAgreed: boolean
  readonly sending: boolean
  readonly failure: ActionFailure | null
  /** What was typed in an answer that was refused without JavaScript. */
  readonly values?: FormValues | undefined
  readonly runHref?: string | undefined
  /** Everything is shown in full; without JavaScript `fullHref` leads there. */
  readonly full?: boolean | undefined
  readonly fullHref?: string | undefined
  /** Where it stands among other cards that wait, if there may be some. */
  readonly place?: number | undefined
  /** Keys `a` and `d` lead to this card: its buttons show them. */
  readonly keys?: boolean | undefined
  /** On a phone the buttons are fixed at the bottom: of one card at most. */
  readonly fixedActions?: boolean | undefined
  /** Answers without JavaScript. */
  readonly formAction: (form: FormData) => void
  /** `wish`: the rule that this very answer is to bring with it. */
  readonly onAnswer: (answer: CardAnswer, wish?: RuleWish) => void
  /** Gives the question more time. */
  readonly onExtend?: (() => void) | undefined
  /** The card is gone, or is about to be: told while what it held can still be read. Stable. */
  readonly onGone?: ((left: LeftInCard) => void) | undefined
  /** Below the consequences: a rule for calls like this one. */
  readonly alwaysAllow?: ((levers: AlwaysAllowLevers) => ReactNode) | undefined
  readonly ref?: Ref<CardHandle> | undefined
}
