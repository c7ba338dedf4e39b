import type { RunError } from "@/server/domain/run"
import { cx } from "./cx"
import { Icon } from "./icons"
import { VisibleText } from "./untrusted-text"

/** Why a run did not complete, with the place in the program. Somebody's own wish to stop it is no failure: grey. */
export const CodeErrorBox = ({ error }: { readonly error: RunError }) => {
  const wished = error.code === "cancelled"
  return (
    <div
      className={cx(
        "grid grid-cols-[minmax(0,1fr)] gap-1 rounded-md border px-3 py-2.5",
        wished ? "border-cancelled-line bg-cancelled-soft" : "border-failed-line bg-failed-soft"
      )}
    >
      <p className={cx("flex flex-wrap items-center gap-x-2 gap-y-0.5", wished ? "text-cancelled-text" : "text-failed-text")}>
        <Icon name={wished ? "cancelled" : "failed"} size={14} />
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
}
