"use client"
import { useState } from "react"
import { failureOf, useTRPCClient } from "@/app/hooks/trpc"
import { ActorMark } from "@/app/ui/actor-mark"
import { Button } from "@/app/ui/button"
import { Since } from "@/app/ui/duration"
import { VisibleText } from "@/app/ui/untrusted-text"
import { useAwake } from "@/app/ui/use-awake"
import type { Interaction } from "@/server/domain/interaction"
import { type Answers, answersWords, noAnswers, withAnswer } from "../identical-answers"

interface Props {
  readonly question: Interaction
  readonly others: ReadonlyArray<Interaction>
  readonly onDecided: (question: Interaction) => void
}

/** Below a card: the same call waits several times. Each is decided by itself on the server, for what was seen of it. */
export const IdenticalCalls = ({ question, others, onDecided }: Props) => {
  const client = useTRPCClient()
  const [answers, setAnswers] = useState<Answers | null>(null)
  const [busy, setBusy] = useState(false)
  const all = [question, ...others]
  const awake = useAwake(all.map(({ id, revision }) => `${id}:${revision ?? 0}`).join())
  const approve = async (): Promise<void> => {
    setBusy(true)
    let now = noAnswers(all.length)
    setAnswers(now)
    // One after another: what concerns all of them (a session that ended) does not come thirty times at once, and ends it.
    for (const one of all) {
      const failure = await client.interactions.answer.mutate({ id: one.id, action: "accept", revision: one.revision ?? 0 }).then(
        ({ interaction }) => {
          onDecided(interaction)
          return null
        },
        (error: unknown) => failureOf(error) ?? "unanswered"
      )
      now = withAnswer(now, failure)
      setAnswers(now)
      if (now.stopped !== null) break
    }
    setBusy(false)
  }
  if (others.length === 0 && answers === null) return null
  return (
    <section
      aria-label="The same call"
      className="rounded-lg border border-border bg-surface-raised px-4 py-3 max-md:rounded-none max-md:border-x-0 max-md:px-3.5"
    >
      {others.length > 0 && (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <p className="min-w-0 flex-1">
              <b className="font-semibold">{others.length === 1 ? "1 more approval waits" : `${others.length} more approvals wait`} for exactly this call</b>
              <span className="text-text-muted">: the same tool, the same arguments.</span>
            </p>
            <Button disabled={!awake || busy} onClick={() => void approve()}>
              Approve all {all.length}
            </Button>
          </div>
          <ul className="mt-2 grid gap-1 text-xs text-text-muted">
            {others.slice(0, 8).map((one) => (
              <li key={one.id} className="flex min-w-0 items-center gap-2">
                <ActorMark actor={one.runActor} size={12} />
                <span className="min-w-0 flex-1 truncate">
                  <VisibleText text={one.runTitle} />
                </span>
                <span className="flex-none tabular-nums">
                  <Since at={one.createdAt} />
                </span>
              </li>
            ))}
            {others.length > 8 && <li>and {others.length - 8} more</li>}
          </ul>
        </>
      )}
      {answers !== null && (
        <p role="status" className="mt-1 text-xs text-text-muted tabular-nums">
          {answersWords(answers)}
        </p>
      )}
    </section>
  )
}
