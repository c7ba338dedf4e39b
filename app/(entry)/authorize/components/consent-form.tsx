"use client"
import { type ReactNode, useActionState, useEffect, useRef } from "react"
import { useFormStatus } from "react-dom"
import { buttonClass } from "@/app/ui/button-class"
import { cx } from "@/app/ui/cx"
import { ErrorSummary } from "@/app/ui/field"
import { Icon } from "@/app/ui/icons"
import { redirectWords } from "@/app/ui/redirect-words"
import { roleNames } from "@/app/ui/role-words"
import { scopeRights } from "@/app/ui/scope-words"
import { UntrustedTag } from "@/app/ui/tag"
import { VisibleText } from "@/app/ui/untrusted-text"
import { idle } from "@/server/domain/action-state"
import type { ClientQuestion } from "@/server/domain/authorization-request"
import { redirectTarget } from "@/server/domain/redirect-uri"
import { authorize } from "../actions"

type Props = ClientQuestion & { readonly query: string }

/** Asks the person whether a client may come in, and leads back to it with the answer. Works before JavaScript has loaded. */
export const ConsentForm = ({ query, clientName, redirectUri, scopes, beyond, person, team, role }: Props) => {
  const [state, action] = useActionState(authorize, idle)
  const problem = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (state.status === "failed") problem.current?.focus()
  }, [state])
  if (state.status === "done") return <Answered {...state.value} />
  return (
    <>
      <title>Connect a client · Signalbox</title>
      <h1 className="text-2xl font-semibold tracking-display">Let this client in?</h1>
      <p className="text-base text-pretty text-text-muted">Allow it only if you started this yourself, just now, in a client of yours.</p>
      <form action={action} className="mt-5 mb-5 grid gap-5">
        {state.status === "failed" && <ErrorSummary ref={problem} title={state.failure.message} issues={[]} />}
        <input type="hidden" name="query" value={query} />
        <input type="hidden" name="person" value={person.id} />
        <input type="hidden" name="team" value={team.id} />
        <input type="hidden" name="scopes" value={scopes.join(" ")} />
        <div className="rounded-md border border-dashed border-border-strong px-3 pt-2 pb-2.5">
          <UntrustedTag>
            <Icon name="quote" size={12} />
            its own name, not checked
          </UntrustedTag>
          <p className="mt-[3px] text-base font-emphasis wrap-anywhere">
            “<VisibleText text={clientName} spaces />”
          </p>
        </div>
        <dl className="grid grid-cols-[76px_minmax(0,1fr)] gap-x-3 gap-y-2">
          <Fact name="Back to">
            {redirectWords(redirectUri)}
            {redirectTarget(redirectUri).kind === "site" && (
              <span className="mt-0.5 block text-xs text-pretty text-failed-text">Whoever runs this website gets the access. Be sure that you know it.</span>
            )}
          </Fact>
          <Fact name="Team">{team.name}</Fact>
          <Fact name="As">
            {person.name} <span className="text-text-muted">({person.email})</span>
          </Fact>
        </dl>
        {scopes.length > 0 && (
          <div>
            <h2 className="mb-1.5 font-emphasis">It then</h2>
            <ul className="grid gap-1.5">
              {scopes.map((scope) => (
                <Can key={scope}>{scopeRights[scope]}</Can>
              ))}
            </ul>
          </div>
        )}
        {beyond.length > 0 && (
          <p className="text-pretty text-text-muted">
            {scopes.length === 0 ? "It asks for more than you may do" : "It asked for more"}: your role is {roleNames[role].toLowerCase()}, so it cannot get{" "}
            {beyond.join(" and ")}.
          </p>
        )}
        {scopes.length > 0 && (
          <p className="text-pretty text-text-muted">
            Its runs are made in your name, and you count as who asked for them. It decides nothing, unless a rule lets the requester confirm. You can
            disconnect it at any time under Settings, Your account.
          </p>
        )}
        <div className="grid gap-2">
          {scopes.length > 0 && (
            <Decide decision="allow" look="primary">
              Allow
            </Decide>
          )}
          <Decide decision="deny" look="default">
            Deny
          </Decide>
        </div>
      </form>
    </>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-text-muted">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </>
)

const Can = ({ children }: { readonly children: ReactNode }) => (
  <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2">
    <Icon name="tick" size={14} className="mt-[3px] text-text-subtle" />
    <span className="text-pretty">{children}</span>
  </li>
)

const Decide = ({ decision, look, children }: { readonly decision: "allow" | "deny"; readonly look: "primary" | "default"; readonly children: ReactNode }) => {
  const { pending } = useFormStatus()
  return (
    <button
      type="submit"
      name="decision"
      value={decision}
      className={cx(buttonClass({ look }), "h-9! w-full max-md:h-12! max-md:text-[16px]")}
      {...(pending && { "aria-disabled": true, onClick: (event) => event.preventDefault() })}
    >
      {children}
    </button>
  )
}

/**
 * Leads back to the client by itself, and by a link where the browser wants a press for that (an app's own address). A
 * redirect as the form's answer is what the page's policy keeps from leaving this server.
 */
const Answered = ({ decision, address, clientName }: { readonly decision: "allow" | "deny"; readonly address: string; readonly clientName: string }) => (
  <>
    <title>{decision === "allow" ? "Connected · Signalbox" : "Not connected · Signalbox"}</title>
    <meta httpEquiv="refresh" content={`0;url=${address}`} />
    <h1 className="text-2xl font-semibold tracking-display">{decision === "allow" ? "Connected" : "Not connected"}</h1>
    <p className="text-base text-pretty text-text-muted wrap-anywhere">
      “<VisibleText text={clientName} spaces />” {decision === "allow" ? "may come in now." : "was told that you said no."} This page leads back to{" "}
      {redirectWords(address)}; after that you can close it.
    </p>
    <div className="mt-6">
      <a href={address} className={cx(buttonClass({ look: "primary" }), "h-9! w-full max-md:h-12!")}>
        Back to the client
      </a>
    </div>
  </>
)
