import type { ReactNode } from "react"
import { splitHidden } from "@/server/domain/hidden-characters"
import type { Actor } from "@/server/domain/principal"
import { Icon } from "./icons"
import { UntrustedTag } from "./tag"

/**
 * Text as it is, never as Markdown or links, with every character shown that would hide or reorder something; with `spaces`
 * also every space that is not the usual one.
 */
export const VisibleText = ({ text, spaces }: { readonly text: string; readonly spaces?: boolean }): ReactNode =>
  splitHidden(text, { spaces }).map((run, index) =>
    run.kind === "text" ? (
      run.text
    ) : (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        key={index}
        title={run.name}
        className="relative mx-0.5 rounded-xs border border-failed-line bg-failed-soft px-[3px] font-mono text-[10px] leading-[14px] font-semibold text-failed-text"
      >
        {run.code}
        <span className="sr-only"> {run.name}</span>
      </span>
    )
  )

/** Who wrote what the tag stands beside. */
export const authorOf = (actor: Pick<Actor, "kind">): "agent" | "program" => (actor.kind === "agent" ? "agent" : "program")

export const Untrusted = ({ from }: { readonly from: "agent" | "program" | "tool" }) => (
  <UntrustedTag>
    <Icon name="quote" size={12} />
    from the {from}, untrusted
  </UntrustedTag>
)

/** What the agent or its program says, in a dashed box with quotation marks. */
export const QuotedText = ({ text, from }: { readonly text: string; readonly from: "agent" | "program" | "tool" }) => (
  <blockquote className="rounded-md border border-dashed border-border-strong px-3 pt-2 pb-2.5">
    <Untrusted from={from} />
    <p className="mt-[3px] text-base whitespace-pre-wrap [overflow-wrap:anywhere]">
      “<VisibleText text={text} spaces />”
    </p>
  </blockquote>
)
