"use client"
import { asksForValues, type Interaction } from "@/server/domain/interaction"
import type { Hindrance } from "./answer-phase"
import type { ApprovalCardProps } from "./approval-card-props"
import { Button } from "./button"
import { buttonClass } from "./button-class"
import { cx } from "./cx"
import { Icon } from "./icons"
import { Kbd } from "./kbd"
import { askingTool, isPlainApproval, isToolApproval, webUrl } from "./question-words"

interface Props extends Pick<ApprovalCardProps, "question" | "as" | "mayDecide" | "hasAgreed" | "sending" | "fullHref"> {
  readonly keys: boolean
  readonly fixedActions: boolean
  readonly hindered: Hindrance
  readonly awake: boolean
  readonly cut: number
  readonly mustType: string | null
  readonly hydrated: boolean
  readonly draftKept: boolean
}

/** The bar with the two levers, always in view: Approve at the far right, away from where a row was clicked. */
export const ApprovalActions = (props: Props) => {
  const { as, mayDecide, fixedActions } = props
  return (
    <footer
      {...(fixedActions && mayDecide && { "data-bare": "" })}
      className={cx(
        "z-2 flex min-h-[58px] flex-wrap items-center gap-2 rounded-b-[9px] border-t border-border bg-surface-raised px-4 py-3 max-md:px-3.5 max-md:py-2.5",
        as === "page" && "sticky -bottom-7",
        fixedActions &&
          mayDecide &&
          "max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:rounded-none max-md:pb-[calc(10px+env(safe-area-inset-bottom))]"
      )}
    >
      <span className="min-w-0 flex-1 text-xs wrap-anywhere text-text-muted max-md:hidden">
        <Note {...props} />
      </span>
      {mayDecide ? <Levers {...props} /> : <span className="text-xs text-text-muted md:hidden">Your role watches; operators and admins decide.</span>}
    </footer>
  )
}

const Note = ({ question, mayDecide, hasAgreed, sending, draftKept, cut, fullHref, hydrated }: Props) => {
  if (!mayDecide) return "Your role watches; operators and admins decide."
  if (sending) {
    return (
      <span className="inline-flex items-center gap-1.5 text-running-text" role="status">
        <Icon name="running" size={14} className="animate-spin" />
        Sending
      </span>
    )
  }
  if (hasAgreed) return "You have agreed. Another person has to as well; declining still ends it."
  if (cut > 0) {
    return hydrated || fullHref === undefined ? (
      `${cut === 1 ? "One value is" : `${cut} values are`} cut off: show all of it before you approve.`
    ) : (
      <>
        Values are cut off:{" "}
        <a href={fullHref} className="underline underline-offset-3">
          show all of it
        </a>{" "}
        before you approve.
      </>
    )
  }
  if (draftKept) return "Draft kept on this device"
  return <RuleNote question={question} />
}

const RuleNote = ({ question }: { readonly question: Interaction }) => {
  if (!isToolApproval(question)) return `Asked by ${askingTool(question) ?? "the program"} itself`
  if (question.rule === null) return "Asked because no rule allows it"
  return (
    <>
      Asked by rule <b className="font-emphasis text-text">{question.rule.pattern}</b>
    </>
  )
}

const reasons: Record<Exclude<Hindrance, null | "asleep">, (word: string | null) => string> = {
  agreed: () => "You have agreed; another person has to as well",
  "cut-off": () => "Show everything that is cut off first",
  untyped: (word) => `Type ${word ?? "the name"} first`
}

const acceptWords = (question: Interaction): string => {
  switch (question.kind) {
    case "approval":
      return question.options === null ? "Approve" : "Record this"
    case "form":
      return "Send answers"
    case "url":
      return "I have finished"
  }
}

const wide = "max-md:flex-1 duration-120"

const Levers = (props: Props) => {
  const { question, hasAgreed, sending, hindered, awake, mustType, keys, hydrated, cut } = props
  const asleep = sending || !awake
  const url = question.kind === "url" ? webUrl(question.url) : null
  const accepts = hindered === null || hindered === "asleep" ? {} : { disabledReason: reasons[hindered](mustType) }
  const held = hydrated ? undefined : "wakes"
  return (
    <>
      {/* Told apart by its value, so that the form works without JavaScript. Not the browser's checks: a decline needs no typed word. */}
      <Button type="submit" name="action" value="decline" formNoValidate size="lg" disabled={asleep} className={cx(wide, held)}>
        Decline
        {keys && <Kbd className="-mr-[3px] max-md:hidden">d</Kbd>}
      </Button>
      <Button
        type="submit"
        name="action"
        value="accept"
        size="lg"
        look={question.kind === "url" ? "default" : mustType === null ? "primary" : "danger"}
        disabled={asleep || hasAgreed || (!hydrated && cut > 0)}
        {...accepts}
        className={cx(wide, held, question.kind !== "url" && "max-md:flex-[1.6]")}
      >
        {acceptWords(question)}
        {mustType !== null && ` ${mustType}`}
        {keys && isPlainApproval(question) && mustType === null && (
          <Kbd onPrimary className="-mr-[3px] max-md:hidden">
            a
          </Kbd>
        )}
        {asksForValues(question) && (
          <Kbd onPrimary className="-mr-[3px] max-md:hidden">
            Ctrl ↵
          </Kbd>
        )}
      </Button>
      {url !== null && (
        <a
          href={url.href}
          target="_blank"
          rel="noopener noreferrer"
          className={cx(buttonClass({ look: "primary", size: "lg" }), "max-md:order-first max-md:basis-full")}
        >
          <Icon name="link" size={14} />
          Open in a new tab
        </a>
      )}
    </>
  )
}
