"use client"
import type { AnswerFormAction } from "@/app/hooks/answerable-card"
import type { RunId } from "@/server/domain/ids"
import type { Role } from "@/server/domain/principal"
import { RunPage } from "../[id]/components/run-page"

export type PanelRunProps = {
  readonly id: RunId
  readonly role: Role
  readonly answer: AnswerFormAction
  /** The list's address with this run open, to which the panel adds what it shows of it. */
  readonly address: string
}

/** What the panel shows: the content of the run's page. */
export const PanelRun = ({ id, role, answer, address }: PanelRunProps) => (
  <RunPage
    key={id}
    id={id}
    initial={{ value: undefined }}
    role={role}
    full={false}
    around={{ position: undefined, children: undefined }}
    answer={answer}
    within={address}
  />
)
