"use client"
import Link from "next/link"
import { Icon } from "@/app/ui/icons"
import type { Run } from "@/server/domain/run"
import { shortId } from "../run-view-state"

const linkClass = "mono text-accent-text underline-offset-3 hover:underline"

/** Which run it runs again, and which one it belongs to. */
export const Relatives = ({ run }: { readonly run: Pick<Run, "rerunOf" | "parentRunId"> }) => (
  <>
    {run.rerunOf !== null && (
      <span className="inline-flex items-center gap-1.5">
        <Icon name="rerun" size={14} className="text-text-subtle" />
        rerun of
        <Link href={`/runs/${run.rerunOf}`} title={run.rerunOf} className={linkClass}>
          {shortId(run.rerunOf)}
        </Link>
      </span>
    )}
    {run.parentRunId !== null && (
      <span className="inline-flex items-center gap-1.5">
        <Icon name="arrow-up" size={14} className="text-text-subtle" />
        belongs to
        <Link href={`/runs/${run.parentRunId}`} title={run.parentRunId} className={linkClass}>
          {shortId(run.parentRunId)}
        </Link>
      </span>
    )}
  </>
)
