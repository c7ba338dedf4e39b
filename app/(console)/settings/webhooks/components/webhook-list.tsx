import { ButtonLink } from "@/app/ui/button-link"
import { Tag } from "@/app/ui/tag"
import { TimeStamp } from "@/app/ui/time-stamp"
import type { Webhook, WebhookDelivery } from "@/server/domain/webhook"
import { Panel } from "../../components/panel"
import { statusWords } from "../webhook-words"
import { DeliveryLog } from "./delivery-log"
import { OpenWebhook } from "./open-webhook"

type Props = {
  readonly webhooks: ReadonlyArray<Webhook>
  /** Which one is open; in the address, so that it works before JavaScript has loaded. */
  readonly opened: string | null
  readonly deliveries: ReadonlyArray<WebhookDelivery>
  readonly isRemoving: boolean
}

export const WebhookList = ({ webhooks, opened, deliveries, isRemoving }: Props) => (
  <Panel title="Webhooks" aside={webhooks.length}>
    {webhooks.length === 0 ? (
      <p className="px-4 py-5 text-pretty text-text-muted max-md:px-3">
        There is none yet. With one, a chat, a pager or a script hears of a question as soon as it waits.
      </p>
    ) : (
      <ul>
        {webhooks.map((webhook) => {
          const isOpen = webhook.id === opened
          return (
            <li key={webhook.id} className="border-border not-first:border-t">
              <div className="flex min-h-14 items-center gap-3 px-4 py-2.5 max-md:px-3">
                <div className="min-w-0 flex-1">
                  <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                    <span className="font-emphasis wrap-anywhere">{webhook.name}</span>
                    {webhook.status !== "active" && <Tag tone={webhook.status === "disabled" ? "danger" : "plain"}>{statusWords[webhook.status]}</Tag>}
                    {webhook.events.map((event) => (
                      <Tag key={event}>{event}</Tag>
                    ))}
                  </div>
                  <div className="mt-0.5 text-xs text-text-muted">
                    <span className="mono wrap-anywhere">{webhook.url}</span> · added <TimeStamp at={webhook.createdAt} />
                  </div>
                </div>
                <ButtonLink
                  href={isOpen ? "/settings/webhooks" : `/settings/webhooks?open=${encodeURIComponent(webhook.id)}`}
                  scroll={false}
                  replace
                  className="max-md:h-11"
                  aria-label={`${isOpen ? "Close" : "Open"} ${webhook.name}`}
                >
                  {isOpen ? "Close" : "Open"}
                </ButtonLink>
              </div>
              {isOpen && (
                <div className="border-t border-border bg-surface-sunken">
                  <OpenWebhook webhook={webhook} isRemoving={isRemoving} />
                  <DeliveryLog webhookId={webhook.id} deliveries={deliveries} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    )}
  </Panel>
)
