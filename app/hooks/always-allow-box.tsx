"use client"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Interaction } from "@/server/domain/interaction"
import type { RouterInputs } from "@/server/trpc/router"
import { AlwaysAllow, AlwaysAllowLine, type Proposal } from "../ui/always-allow"
import { type RuleWish, wishOf } from "../ui/always-allow-rule"
import { failureOf, useTRPC } from "./trpc"
import type { AddedRule } from "./use-answer"

interface Props {
  readonly question: Interaction
  readonly mayWrite: boolean
  readonly disabled: boolean
  readonly edited: boolean
  readonly onApprove: (wish: RuleWish) => void
}

/** A rule for calls like this one: asked for only when somebody opens it. */
export const AlwaysAllowBox = ({ question, ...levers }: Props) => {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const proposal = useQuery({ ...trpc.rules.propose.queryOptions({ id: question.id }), enabled: open })
  return (
    <div className="grid gap-2">
      <AlwaysAllowLine open={open} mayWrite={levers.mayWrite} onToggle={() => setOpen(!open)} />
      {open && proposal.isError && <p className="text-xs text-failed-text">The rule could not be proposed. {failureOf(proposal.error)?.message}</p>}
      {open && proposal.data !== undefined && <Tried proposal={proposal.data} {...levers} />}
    </div>
  )
}

const Tried = ({ proposal, ...levers }: Omit<Props, "question"> & { readonly proposal: Proposal }) => {
  const trpc = useTRPC()
  const [wish, setWish] = useState<RuleWish>(() => wishOf(proposal.pattern, proposal.conditions))
  const preview = useQuery({ ...trpc.rules.preview.queryOptions({ rule: inputOf(wish) }), placeholderData: keepPreviousData })
  return (
    <AlwaysAllow
      proposal={proposal}
      cells={preview.data ?? null}
      failure={preview.isError ? (failureOf(preview.error)?.message ?? "The earlier calls could not be read.") : null}
      wish={wish}
      onChange={setWish}
      {...levers}
    />
  )
}

/** The same as plain JSON, which is what travels. */
export const inputOf = (wish: RuleWish): RouterInputs["rules"]["preview"]["rule"] & AddedRule => JSON.parse(JSON.stringify(wish))
