import type { RunError } from "@/server/domain/run"
import { Icon } from "./icons"
import { VisibleText } from "./untrusted-text"

/** Why a run did not complete, with the place in the program. */
export const CodeErrorBox = ({ error }: { readonly error: RunError }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-1 rounded-md border border-failed-line bg-failed-soft px-3 py-2.5">
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-failed-text">
      <Icon name="failed" size={14} />
      <b className="mono font-semibold">{error.code}</b>
      {error.line !== undefined && (
        <span className="text-xs tabular-nums">
          line {error.line}
          {error.column !== undefined && `, column ${error.column}`}
        </span>
      )}
    </p>
    <p className="mono leading-5 wrap-anywhere whitespace-pre-wrap">
      <VisibleText text={error.message} />
    </p>
  </div>
)
