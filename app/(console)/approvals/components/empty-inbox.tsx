"use client"
import Link from "next/link"
import { formatIso, formatShort } from "@/app/hooks/time-format"
import { useTime, useZone } from "@/app/hooks/use-clock"
import { ButtonLink } from "@/app/ui/button-link"
import { cx } from "@/app/ui/cx"
import { EmptyState } from "@/app/ui/empty-state"
import { Icon } from "@/app/ui/icons"
import { questionTitle } from "@/app/ui/question-words"
import { interactionLook, toneClass } from "@/app/ui/run-status"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { Interaction } from "@/server/domain/interaction"
import { inboxHref } from "../inbox-state"
import { NotifyButton } from "./notify-button"

/** Nothing waits: the arm is raised, and the last decision is there as a proof that it works. */
export const EmptyInbox = ({ last }: { readonly last: Interaction | undefined }) => (
  <EmptyState
    mark
    title="Nothing needs you"
    below={last === undefined ? undefined : <Last question={last} />}
    actions={
      <>
        <NotifyButton />
        <ButtonLink look="ghost" href={inboxHref("history", null)} prefetch={false}>
          See history
        </ButtonLink>
      </>
    }
  >
    When a run stops for a person, it appears here at once. You can leave this page open.
  </EmptyState>
)

/** Who decided what, when: the way to its receipt. */
const Last = ({ question }: { readonly question: Interaction }) => {
  const zone = useZone()
  const look = interactionLook(question.status, question.kind)
  const by = question.resolvedBy === null || question.status === "expired" || question.status === "failed" ? "" : ` by ${question.resolvedBy.label}`
  const at = useTime((now) => (question.resolvedAt === null ? "" : formatShort(question.resolvedAt, now, zone, { seconds: true })))
  return (
    <Link
      href={inboxHref("history", question.id)}
      prefetch={false}
      className="mt-4 flex min-h-11 w-full items-center gap-2.5 rounded-lg border border-border bg-surface-raised px-4 py-2 text-left hover:bg-surface-hover"
    >
      {/* Without its word: the sentence beside it begins with that. */}
      <span className={cx(toneClass[look.tone], "grid size-[18px] flex-none place-items-center text-(--tone)")}>
        <Icon name={look.icon} size={16} />
      </span>
      <span className="min-w-0 flex-1 truncate max-md:whitespace-normal">
        Last:{" "}
        <b className="font-emphasis">
          <VisibleText text={`${look.word.toLowerCase()}${by}`} />
        </b>{" "}
        <span className="mono text-text-muted">
          <VisibleText text={questionTitle(question)} />
        </span>
      </span>
      {question.resolvedAt !== null && (
        <time dateTime={formatIso(question.resolvedAt)} className="mono flex-none text-text-muted">
          {at}
        </time>
      )}
    </Link>
  )
}
