"use client"
import { usePathname } from "next/navigation"
import { useEffect, useRef, useState } from "react"
import type { AnswerFormAction } from "@/app/hooks/answerable-card"
import type { Sent } from "@/app/hooks/plain-json"
import { failureOf } from "@/app/hooks/trpc"
import { useTime } from "@/app/hooks/use-clock"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { useReceived } from "@/app/hooks/use-received"
import { useSearch } from "@/app/hooks/use-url-state"
import type { CardHandle } from "@/app/ui/approval-card-props"
import { Button } from "@/app/ui/button"
import { cx } from "@/app/ui/cx"
import { ErrorBanner } from "@/app/ui/error-banner"
import { IgnoredRow } from "@/app/ui/ignored-chips"
import { PhoneTop } from "@/app/ui/page-head"
import { PageTitle } from "@/app/ui/page-title"
import { questionTitle } from "@/app/ui/question-words"
import type { Role } from "@/server/domain/principal"
import type { RouterOutputs } from "@/server/trpc/router"
import { afterDecision, decidedJustNow, type InboxTab, idInPath, inboxHref, inboxOf, neighbour } from "../inbox-state"
import { EmptyInbox } from "./empty-inbox"
import { InboxHead } from "./inbox-head"
import { InboxList } from "./inbox-list"
import { QuestionPane } from "./question-pane"
import { type QuestionPage, useInbox } from "./use-inbox"

interface Props {
  /** The address's query as the server's page has it. */
  readonly search: string
  /** Undefined when the server could not read it. */
  readonly pending: Sent<QuestionPage | undefined>
  readonly decided: Sent<QuestionPage | undefined>
  readonly selected: string | null
  readonly question: Sent<RouterOutputs["interactions"]["get"] | undefined>
  readonly role: Role
  readonly full: boolean
  readonly answer: AnswerFormAction
}

/** Everything that waits for a person, beside the one that is looked at; decided in place. */
export const InboxPage = ({ role, full, answer, ...given }: Props) => {
  const question = useReceived(given.question)
  const { pending, decided, learn, showMore, loadingMore } = useInbox({ pending: useReceived(given.pending), decided: useReceived(given.decided) })
  const path = usePathname()
  const { tab, ignored } = inboxOf(path, useSearch(given.search))
  const inPath = idInPath(path)
  const justNow = useTime((now) =>
    decidedJustNow(decided.data?.items ?? [], now)
      .map((one) => one.id)
      .join()
  )
  const card = useRef<CardHandle>(null)
  const list = useRef<HTMLDivElement>(null)

  const waiting = pending.data?.items ?? []
  const made = decided.data?.items ?? []
  const recent = made.filter((one) => justNow.split(",").includes(one.id))
  const order = (tab === "pending" ? [...waiting, ...recent] : made).map((one) => one.id)
  // Without a choice the first is shown, and stays: a decision must not bring the next card under the pointer.
  const [implicit, setImplicit] = useState(given.selected)
  const selected = inPath ?? implicit ?? (tab === "pending" ? waiting : made)[0]?.id ?? null
  useEffect(() => {
    if (selected !== null) setImplicit(selected)
  }, [selected])

  const show = (id: string | null, how: "push" | "replace" = "push"): void => {
    const href = inboxHref(tab, id)
    if (how === "push") window.history.pushState(null, "", href)
    else window.history.replaceState(null, "", href)
  }
  const choose = (id: string): void => {
    setImplicit(id)
    show(id, inPath === null ? "push" : "replace")
  }
  // Where the selected one stood among those that wait: what takes its place is what the keys lead to.
  const place = useRef(0)
  const stands = waiting.findIndex((one) => one.id === selected)
  useEffect(() => {
    if (stands >= 0) place.current = stands
  }, [stands])
  const move = (step: 1 | -1): void => {
    const isDecided = tab === "pending" && stands < 0 && recent.some((one) => one.id === selected)
    const ids = waiting.map((one) => one.id)
    const next = (isDecided ? afterDecision(ids, place.current, step) : null) ?? neighbour(order, selected, step)
    if (next === null || next === selected) return
    choose(next)
    requestAnimationFrame(() => list.current?.querySelector(`[data-id="${next}"]`)?.scrollIntoView({ block: "nearest" }))
  }
  const changeTab = (next: InboxTab): void => {
    setImplicit((next === "pending" ? waiting : made)[0]?.id ?? null)
    window.history.pushState(null, "", inboxHref(next, null))
  }
  const open = (): void => {
    if (selected === null) return
    if (inPath === null) show(selected)
    requestAnimationFrame(() => card.current?.focus())
  }
  const close = (): void => {
    if (inPath !== null) show(null)
  }
  useHotkeys({
    j: () => move(1),
    k: () => move(-1),
    a: () => card.current?.approve(),
    d: () => card.current?.decline(),
    ["Enter"]: open,
    ["Escape"]: close
  })

  const isEmpty = tab === "pending" && waiting.length === 0 && inPath === null && selected === null && pending.data !== undefined
  const known = [...waiting, ...made].find((one) => one.id === selected)
  return (
    <div className="flex min-h-0 flex-1 flex-col" {...(inPath !== null && { "data-detail": "" })}>
      <PageTitle name={inPath !== null && known !== undefined ? questionTitle(known) : "Approvals"} />
      <PhoneTop title={inPath === null ? "Approvals" : "Approval"} />
      <InboxHead
        tab={tab}
        count={
          pending.data === undefined ? null : waiting.length + (pending.data.nextCursor === null ? 0 : Math.max(0, pending.data.pendingCount - waiting.length))
        }
        onTab={changeTab}
      />
      <IgnoredRow ignored={ignored} place="lines" />
      {(tab === "pending" ? pending : decided).isError && (
        <ErrorBanner
          title={tab === "pending" ? "What waits could not be read." : "The decisions could not be read."}
          requestId={failureOf((tab === "pending" ? pending : decided).error)?.requestId}
          action={<Button onClick={() => void (tab === "pending" ? pending : decided).refetch()}>Retry</Button>}
        >
          {known === undefined ? "It may be that something needs you." : "What is shown may be out of date."}
        </ErrorBanner>
      )}
      {isEmpty ? (
        <EmptyInbox last={made[0]} />
      ) : (
        <div className="grid min-h-0 flex-1 grid-cols-[348px_minmax(0,1fr)] max-lg:grid-cols-[264px_minmax(0,1fr)] max-md:block">
          <div ref={list} className={cx("min-h-0 overflow-y-auto border-r border-border max-md:border-r-0", inPath !== null && "max-md:hidden")}>
            <InboxList
              tab={tab}
              pending={waiting}
              decided={tab === "pending" ? recent : made}
              isLoading={(tab === "pending" ? pending : decided).isPending}
              selected={selected}
              onChoose={choose}
              onTab={changeTab}
              more={(tab === "pending" ? pending : decided).data?.nextCursor == null ? null : () => void showMore(tab === "pending" ? "pending" : "decided")}
              loadingMore={loadingMore}
            />
          </div>
          <div
            className={cx(
              "min-w-0 overflow-y-auto bg-surface-sunken px-6 pt-5 pb-7 max-lg:px-4 max-md:bg-surface max-md:px-0 max-md:pt-0 max-md:pb-0 max-md:has-[[data-bare]]:pb-[84px]",
              inPath === null && "max-md:hidden"
            )}
          >
            {selected !== null && (
              <QuestionPane
                key={selected}
                id={selected}
                listed={known}
                initial={question?.interaction.id === selected ? question : undefined}
                waiting={waiting}
                tab={tab}
                isDetail={inPath !== null}
                mayDecide={role !== "viewer"}
                rules={role === "admin" ? "write" : "suggest"}
                full={full}
                answer={answer}
                onDecided={(one) => learn([one])}
                onBack={() => show(null)}
                card={card}
              />
            )}
          </div>
        </div>
      )}
    </div>
  )
}
