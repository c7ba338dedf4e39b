"use client"
import { useActionState } from "react"
import { TimeStamp } from "@/app/ui/time-stamp"
import { idle } from "@/server/domain/action-state"
import type { AllowedHost } from "@/server/domain/host-entry"
import { ActionProblem } from "../../components/action-problem"
import { Panel } from "../../components/panel"
import { SubmitButton } from "../../components/submit-button"
import { removeHost } from "../actions"
import { shortUseWords } from "../host-words"

/** What may be reached, and who allowed it. */
export const HostList = ({ hosts }: { readonly hosts: ReadonlyArray<AllowedHost> }) => {
  const [state, action] = useActionState(removeHost, idle)
  return (
    <Panel title="Allowed hosts" aside={hosts.length}>
      <ActionProblem state={state} />
      {hosts.length === 0 ? (
        <p className="px-4 py-5 text-pretty text-text-muted max-md:px-3">None. Sources and webhooks reach public addresses only, and there is no http.fetch.</p>
      ) : (
        <ul>
          {hosts.map(({ host, uses, by, at }) => (
            <li key={`${host} ${at}`} className="flex min-h-14 items-center gap-3 border-border px-4 py-2.5 not-first:border-t max-md:px-3">
              <div className="min-w-0 flex-1">
                <span className="mono text-text wrap-anywhere">{host}</span>
                <div className="mt-0.5 text-xs text-text-muted">
                  {uses.map((use) => shortUseWords[use]).join(" and ")} ·{" "}
                  {by === null || at === null ? (
                    "from SIGNALBOX_ALLOW_HOSTS"
                  ) : (
                    <>
                      allowed by {by.label}, <TimeStamp at={at} />
                    </>
                  )}
                </div>
              </div>
              {by !== null && (
                <form action={action}>
                  <input type="hidden" name="host" value={host} />
                  <SubmitButton>
                    Remove<span className="sr-only"> {host}</span>
                  </SubmitButton>
                </form>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
