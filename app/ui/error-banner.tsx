import type { ReactNode } from "react"
import { Icon } from "./icons"

type Props = {
  /** What did not work, one sentence. */
  readonly title: string
  /** What is known about why, and what the page shows meanwhile. */
  readonly children?: ReactNode
  /** What the server's log calls this request. */
  readonly requestId?: string | null | undefined
  /** Usually a Retry button. */
  readonly action?: ReactNode
}

/** A failed request is never shown as emptiness: this, and the old rows greyed below it. */
export const ErrorBanner = ({ title, children, requestId, action }: Props) => (
  <div role="alert" className="flex flex-none items-center gap-3 border-y border-failed-line bg-failed-soft px-4 py-3 max-md:flex-wrap max-md:px-3.5">
    <Icon name="offline" className="text-failed" />
    <div className="min-w-0 flex-1 wrap-anywhere">
      <b className="font-semibold text-failed-text">{title}</b>
      {children !== undefined && <span className="text-text-muted"> {children}</span>}
      {requestId && <span className="mono text-text-muted"> {requestId}</span>}
    </div>
    {action}
  </div>
)
