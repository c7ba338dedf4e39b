import Link from "next/link"
import { Icon } from "@/app/ui/icons"
import { UntrustedTag } from "@/app/ui/tag"
import { TimeStamp } from "@/app/ui/time-stamp"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { DeliveryStatus, WebhookAttempt, WebhookDelivery } from "@/server/domain/webhook"
import { deliveryWords, messageWords, triesText } from "../webhook-words"
import { ResendForm } from "./resend-form"

const icons: Readonly<Record<DeliveryStatus, { readonly name: "completed" | "failed" | "queued"; readonly className: string }>> = {
  delivered: { name: "completed", className: "text-completed" },
  failed: { name: "failed", className: "text-failed" },
  waiting: { name: "queued", className: "text-queued" }
}

/** The newest messages to a webhook, with every try to deliver them. */
export const DeliveryLog = ({ webhookId, deliveries }: { readonly webhookId: string; readonly deliveries: ReadonlyArray<WebhookDelivery> }) => (
  <section aria-label="Messages" className="border-t border-border">
    {deliveries.length === 0 ? (
      <p className="px-4 py-4 text-text-muted max-md:px-3">Nothing was sent to it yet.</p>
    ) : (
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.messageId} className="border-border not-first:border-t">
            <details>
              <summary className="flex min-h-10 cursor-pointer flex-wrap items-center gap-x-2.5 gap-y-0.5 px-4 py-1.5 max-md:min-h-11 max-md:px-3">
                <Icon {...icons[delivery.status]} size={14} />
                <span className="font-emphasis">{messageWords(delivery.type)}</span>
                <span className="text-text-muted">
                  {deliveryWords[delivery.status]}
                  {delivery.attempts.length > 0 && `, ${triesText(delivery.attempts.length)}`}
                </span>
                <TimeStamp at={delivery.at} className="mono ml-auto text-text-muted" />
              </summary>
              <Message webhookId={webhookId} delivery={delivery} />
            </details>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const Message = ({ webhookId, delivery }: { readonly webhookId: string; readonly delivery: WebhookDelivery }) => {
  const { messageId, status, nextAt, attempts, body, interactionId, runId } = delivery
  return (
    <div className="grid gap-3 border-t border-border px-4 py-3 max-md:px-3">
      <p className="mono wrap-anywhere text-text-muted">{messageId}</p>
      {attempts.length > 0 && (
        <ol className="grid gap-2">
          {attempts.map((attempt, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tries are only ever added
            <Attempt key={index} attempt={attempt} />
          ))}
        </ol>
      )}
      {status === "waiting" && nextAt !== null && (
        <p className="text-text-muted">
          Next try at <TimeStamp at={nextAt} show="clock" />
        </p>
      )}
      {body !== null && (
        <details>
          <summary className="w-fit cursor-pointer rounded-sm py-1 font-medium max-md:py-3">What is sent</summary>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="mono mt-1.5 max-h-80 overflow-auto rounded-md border border-border bg-surface-raised px-3 py-2 wrap-anywhere whitespace-pre-wrap"
          >
            <VisibleText text={JSON.stringify(JSON.parse(body), null, 2)} />
          </pre>
        </details>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {status !== "waiting" && <ResendForm webhookId={webhookId} messageId={messageId} />}
        {interactionId !== null ? (
          <Link href={`/approvals/${interactionId}`} className="text-accent-text underline underline-offset-3">
            Open the card
          </Link>
        ) : (
          runId !== null && (
            <Link href={`/runs/${runId}`} className="text-accent-text underline underline-offset-3">
              Open the run
            </Link>
          )
        )}
      </div>
    </div>
  )
}

const Attempt = ({ attempt: { at, durationMs, status, error, excerpt } }: { readonly attempt: WebhookAttempt }) => (
  <li className="grid gap-1">
    <p className="flex flex-wrap items-baseline gap-x-2.5">
      <TimeStamp at={at} show="clock" className="mono text-text-muted" />
      <span>{status === null ? "no answer" : `answered ${status}`}</span>
      <span className="text-text-muted tabular-nums">{durationMs} ms</span>
      {error !== null && <span className="text-failed-text wrap-anywhere">{error}</span>}
    </p>
    {excerpt !== null && excerpt !== "" && (
      <p className="flex items-start gap-2">
        <UntrustedTag>from the receiver</UntrustedTag>
        <span className="mono min-w-0 wrap-anywhere text-text-muted">
          <VisibleText text={excerpt} />
        </span>
      </p>
    )}
  </li>
)
