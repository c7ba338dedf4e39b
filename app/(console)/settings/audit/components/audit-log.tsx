import Link from "next/link"
import type { UnreadParameter } from "@/app/hooks/page-address"
import { buttonClass } from "@/app/ui/button-class"
import { ButtonLink } from "@/app/ui/button-link"
import { cx } from "@/app/ui/cx"
import { Icon } from "@/app/ui/icons"
import { IgnoredRow } from "@/app/ui/ignored-chips"
import { TimeStamp } from "@/app/ui/time-stamp"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { RouterOutputs } from "@/server/trpc/router"
import { Panel } from "../../components/panel"
import { type Entry, entryWords, subjectHref } from "../entry-words"

type Proof = RouterOutputs["audit"]["prove"]

interface Props {
  readonly page: RouterOutputs["audit"]["page"]
  readonly noun: string | null
  readonly ignored: ReadonlyArray<UnreadParameter>
  readonly isFirst: boolean
  readonly proof: Proof | null
}

const kinds = [
  { noun: null, name: "All" },
  { noun: "interaction", name: "Decisions" },
  { noun: "rule", name: "Rules" },
  { noun: "member", name: "Members" },
  { noun: "token", name: "Tokens" },
  { noun: "client", name: "Clients" },
  { noun: "source", name: "Sources" },
  { noun: "webhook", name: "Webhooks" },
  { noun: "host", name: "Hosts" }
]

const hrefOf = (noun: string | null, before?: number): string => {
  const query = new URLSearchParams({ ...(noun === null ? {} : { noun }), ...(before === undefined ? {} : { before: String(before) }) }).toString()
  return `/settings/audit${query === "" ? "" : `?${query}`}`
}

/** The register of decisions and changes, newest first. */
export const AuditLog = ({ page, noun, ignored, isFirst, proof }: Props) => (
  <Panel
    title="Audit log"
    about="Every decision, and every change of rules, members, tokens, clients, sources, webhooks and hosts, with what was shown. Entries are only ever added, and each holds the hash of the one before it: whatever is changed or taken away is found."
  >
    <div className="flex flex-wrap items-center gap-2 border-b border-border px-4 py-2.5 max-md:px-3">
      <nav aria-label="Kind of entries" className="flex flex-wrap gap-0.5 rounded-md bg-surface-active p-0.5">
        {kinds.map((kind) => (
          <Link
            key={kind.name}
            href={hrefOf(kind.noun)}
            prefetch={false}
            {...(kind.noun === noun && { "aria-current": "page" as const })}
            className={cx(
              "flex h-6 items-center rounded-sm px-2.5 font-medium max-md:h-9",
              kind.noun === noun ? "bg-surface-raised text-text shadow-raised" : "text-text-muted hover:text-text"
            )}
          >
            {kind.name}
          </Link>
        ))}
      </nav>
      <span className="ml-auto flex flex-wrap gap-2">
        <ButtonLink href="/settings/audit?prove=1" prefetch={false}>
          Verify
        </ButtonLink>
        {["csv", "json"].map((format) => (
          <a key={format} href={`/api/v1/audit/export?format=${format}`} download className={buttonClass()}>
            <Icon name="download" size={14} />
            {format.toUpperCase()}
          </a>
        ))}
      </span>
    </div>
    <IgnoredRow ignored={ignored} place="lines" />
    {proof !== null && <ProofLine proof={proof} />}
    {page.items.length === 0 ? (
      <p className="px-4 py-5 text-text-muted max-md:px-3">{isFirst ? "There is no such entry yet." : "There are no older entries."}</p>
    ) : (
      <ul>
        {page.items.map((entry) => (
          <Row key={entry.seq} entry={entry} />
        ))}
      </ul>
    )}
    {(page.next !== null || !isFirst) && (
      <div className="flex justify-between gap-2 border-t border-border px-4 py-2.5 max-md:px-3">
        {isFirst ? <span /> : <ButtonLink href={hrefOf(noun)}>Newest</ButtonLink>}
        {page.next !== null && <ButtonLink href={hrefOf(noun, page.next)}>Older</ButtonLink>}
      </div>
    )}
  </Panel>
)

const ProofLine = ({ proof: { head, fault } }: { readonly proof: Proof }) =>
  fault === null ? (
    <p role="status" className="flex gap-2 border-b border-border px-4 py-2.5 text-completed-text max-md:px-3">
      <Icon name="tick" className="mt-0.5 flex-none" size={14} />
      <span className="min-w-0">
        {head.seq === 0 ? "There is nothing to verify yet." : `The chain holds: ${head.seq} ${head.seq === 1 ? "entry" : "entries"}, each as it was written.`}{" "}
        {head.hash !== "" && <span className="mono text-xs wrap-anywhere text-text-muted">{head.hash}</span>}
      </span>
    </p>
  ) : (
    <p role="alert" className="flex gap-2 border-b border-failed-line bg-failed-soft px-4 py-2.5 font-medium text-failed-text max-md:px-3">
      <Icon name="failed" className="mt-0.5 flex-none" size={14} />
      {fault._tag === "Missing" ? `The chain is broken: entry ${fault.seq} is missing.` : `The chain is broken: entry ${fault.seq} is not what was written.`}
    </p>
  )

const Row = ({ entry }: { readonly entry: Entry }) => {
  const { verb, object } = entryWords(entry)
  const href = subjectHref(entry)
  return (
    <li className="border-border not-first:border-t">
      <details className="group">
        <summary className="grid min-h-10 cursor-pointer list-none grid-cols-[52px_150px_minmax(0,1fr)_16px] items-baseline gap-3 px-4 py-2 hover:bg-surface-hover max-md:grid-cols-[minmax(0,1fr)_16px] max-md:gap-y-0.5 max-md:px-3 [&::-webkit-details-marker]:hidden">
          <span className="mono text-text-subtle max-md:hidden">{entry.seq}</span>
          <TimeStamp at={entry.at} className="mono text-xs whitespace-nowrap text-text-muted max-md:col-start-1" />
          <span className="min-w-0 wrap-anywhere max-md:col-start-1">
            <b className="font-emphasis">
              <VisibleText text={entry.actor.label} />
            </b>{" "}
            {verb} <span className="mono">{<VisibleText text={object} />}</span>
            {entry.via !== "console" && <span className="text-text-muted"> · {entry.via}</span>}
          </span>
          <Icon name="chevron-right" size={14} className="self-center text-text-subtle group-open:rotate-90 max-md:col-start-2 max-md:row-start-1" />
        </summary>
        <div className="grid gap-2 border-t border-border bg-surface-sunken px-4 py-3 max-md:px-3">
          <pre className="mono max-h-80 overflow-auto text-xs whitespace-pre-wrap wrap-anywhere">
            <VisibleText text={JSON.stringify(entry.data, null, 2)} />
          </pre>
          <p className="mono text-xs wrap-anywhere text-text-muted">
            {entry.actor.kind} {entry.actor.id} · {entry.subject} · {entry.hash}
          </p>
          {href !== null && (
            <p>
              <Link href={href} prefetch={false} className="text-accent-text underline-offset-3 hover:underline">
                Open the question
              </Link>
            </p>
          )}
        </div>
      </details>
    </li>
  )
}
