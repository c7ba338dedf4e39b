import Link from "next/link"
import type { ReactNode } from "react"
import type { UnreadParameter } from "@/app/hooks/page-address"
import { CopyButton } from "@/app/ui/copy-button"
import { Icon, type IconName } from "@/app/ui/icons"
import { IgnoredRow } from "@/app/ui/ignored-chips"
import { PageHead } from "@/app/ui/page-head"
import { Tabs } from "@/app/ui/tabs"
import { offersClientSignIn } from "@/server/domain/authorization-request"
import { type ClientSnippet, chosenConfig, clientConfigs, endpointOf } from "../client-configs"
import { Snippet } from "./snippet"

type Props = { readonly publicUrl: string; readonly client: string | undefined; readonly ignored: ReadonlyArray<UnreadParameter>; readonly isAdmin: boolean }

const sentence = "Use Signalbox: list the open tickets of the demo desk, then open one titled “Hello from an agent”."

/** How an agent is connected: the client's configuration, signing in or a token, a first sentence to try. */
export const ConnectPage = ({ publicUrl, client, ignored, isAdmin }: Props) => {
  const configs = clientConfigs(publicUrl)
  const chosen = chosenConfig(configs, client)
  const offersSignIn = offersClientSignIn(publicUrl)
  return (
    <>
      <PageHead title="Connect" />
      <IgnoredRow ignored={ignored} />
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-border">
        <div className="mx-auto grid w-full max-w-[1080px] grid-cols-[minmax(0,1fr)_300px] gap-x-8 gap-y-6 px-6 py-6 max-lg:grid-cols-1 max-md:px-3.5 max-md:py-4">
          <ol className="grid min-w-0 content-start gap-7">
            <Step number={1} title="Tell the client where this server is">
              <div className="min-w-0 overflow-hidden rounded-lg border border-border bg-surface-raised shadow-raised">
                <Tabs
                  label="Client"
                  current={chosen?.id ?? ""}
                  items={configs.map(({ id, name }) => ({ id, label: name, href: `/connect?client=${id}` }))}
                  className="max-md:px-1.5"
                />
                {chosen !== undefined && (
                  <>
                    <Told label={`Configuration for ${chosen.name}`} {...(chosen.signIn ?? chosen)} />
                    {chosen.signIn !== null && (
                      <details className="border-t border-border">
                        <summary className="min-h-9 cursor-pointer px-4 py-2 text-text-muted hover:text-text max-md:min-h-11 max-md:py-3">
                          With a service token instead
                        </summary>
                        <div className="border-t border-border">
                          <Told label={`${chosen.name}, with a token`} {...chosen} />
                        </div>
                      </details>
                    )}
                  </>
                )}
              </div>
            </Step>
            <Step number={2} title={offersSignIn ? "Sign in when it asks, or give it a token" : "Give it a service token"}>
              {offersSignIn && (
                <p className="mb-2 text-text-muted">
                  The client opens this server in your browser, where you allow it. It then acts in your name, with no more than your role has. What you let in
                  stands under{" "}
                  <Link href="/settings/account" className="text-accent-text underline underline-offset-2">
                    Your account
                  </Link>
                  , and can be disconnected there.
                </p>
              )}
              <p className="text-text-muted">
                {offersSignIn ? "Agents without a person at hand, scripts and CI take a service token" : "Each agent takes a service token"} with the scopes{" "}
                <Code>runs:submit</Code> and <Code>runs:read</Code>, each one of its own, so that the record says which of them did what and each can be revoked
                alone. {isAdmin ? <TokenHint /> : "An admin of the team makes it; the secret is shown once."}
              </p>
            </Step>
            <Step number={3} title="Try it">
              <p className="mb-2 text-text-muted">Say this to the agent. Reading needs nobody; opening the ticket waits for you in Approvals.</p>
              <div className="flex min-h-11 items-center gap-2 rounded-lg border border-border bg-surface-raised px-4 py-2 shadow-raised">
                <span className="min-w-0 flex-1">{sentence}</span>
                <CopyButton text={sentence} label="Copy the sentence" />
              </div>
              <p className="mt-2.5 text-text-muted">
                The run appears in{" "}
                <Link href="/runs" className="text-accent-text underline underline-offset-2">
                  Runs
                </Link>{" "}
                while the agent works, its question in{" "}
                <Link href="/approvals" className="text-accent-text underline underline-offset-2">
                  Approvals
                </Link>
                .
              </p>
            </Step>
          </ol>
          <div className="grid min-w-0 content-start gap-6">
            <section>
              <h2 className="mb-2 font-emphasis">Endpoint</h2>
              <div className="flex items-center gap-2 rounded-md border border-border bg-surface-sunken py-1.5 pr-1.5 pl-3">
                <span className="mono min-w-0 flex-1 text-xs wrap-anywhere">{endpointOf(publicUrl)}</span>
                <CopyButton text={endpointOf(publicUrl)} label="Copy the address" />
              </div>
              <p className="mt-2 text-xs leading-[18px] text-text-muted">Streamable HTTP, revisions of 2025 and 2026-07-28, without sessions.</p>
            </section>
            <section>
              <h2 className="mb-2 font-emphasis">What an agent can do</h2>
              <ul className="grid gap-2">
                <Can icon="play">run programs that call the team’s tools</Can>
                <Can icon="clock">wait for a run, or for a person’s answer</Can>
                <Can icon="search">find and understand tools</Can>
                <Can icon="rerun">take back a question of its own</Can>
              </ul>
            </section>
            <section>
              <h2 className="mb-2 font-emphasis">What it cannot</h2>
              <ul className="grid gap-2">
                <Can icon="hand">approve: people decide, unless a rule lets the requester confirm</Can>
                <Can icon="shield">change rules, tools or who has access</Can>
              </ul>
            </section>
          </div>
        </div>
      </div>
    </>
  )
}

const Told = ({ label, where, snippet, notes }: ClientSnippet & { readonly label: string }) => (
  <>
    <Snippet label={label} where={where} text={snippet} />
    {notes.map((note) => (
      <p key={note} className="border-t border-border px-4 py-2.5 text-text-muted">
        {note}
      </p>
    ))}
  </>
)

const TokenHint = () => (
  <>
    Make it in{" "}
    <Link href="/settings/tokens" className="text-accent-text underline underline-offset-2">
      Settings
    </Link>
    ; the secret is shown once.
  </>
)

const Code = ({ children }: { readonly children: ReactNode }) => <code className="mono rounded-[4px] bg-surface-active px-1 py-0.5 text-xs">{children}</code>

const Step = ({ number, title, children }: { readonly number: number; readonly title: string; readonly children: ReactNode }) => (
  <li className="grid min-w-0 grid-cols-[24px_minmax(0,1fr)] gap-x-3">
    <span aria-hidden="true" className="grid size-6 place-items-center rounded-full border border-border-strong text-xs font-strong tabular-nums">
      {number}
    </span>
    <div className="min-w-0">
      <h2 className="mb-2 text-[15px] leading-6 font-emphasis">{title}</h2>
      {children}
    </div>
  </li>
)

const Can = ({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) => (
  <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2.5 text-text-muted">
    <Icon name={icon} size={14} className="mt-[3px] text-text-subtle" />
    <span>{children}</span>
  </li>
)
