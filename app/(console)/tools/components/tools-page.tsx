import { formatCount } from "@/app/hooks/number-format"
import type { UnreadParameter } from "@/app/hooks/page-address"
import { ButtonLink } from "@/app/ui/button-link"
import { cx } from "@/app/ui/cx"
import { ErrorBanner } from "@/app/ui/error-banner"
import { IgnoredRow } from "@/app/ui/ignored-chips"
import { PageHead } from "@/app/ui/page-head"
import type { Role } from "@/server/domain/principal"
import { type ToolsView, toolsHref } from "../tools-address"
import type { Settled, Source, SourceDetail, ToolActions, ToolEntry, ToolItem } from "../tools-parts"
import { SourceHead } from "./source-head"
import { SourceList } from "./source-list"
import { ToolDetail } from "./tool-detail"
import { ToolList } from "./tool-list"

interface Props {
  readonly readAt: number
  readonly view: ToolsView
  readonly ignored: ReadonlyArray<UnreadParameter>
  readonly role: Role
  readonly sources: Settled<ReadonlyArray<Source>>
  readonly tools: Settled<{ readonly items: ReadonlyArray<ToolItem> }>
  /** Of all sources, for their counts; null when they could not be read. */
  readonly all: ReadonlyArray<ToolItem> | null
  readonly tool: Settled<ToolEntry> | null
  /** What the chosen source has and cannot be offered; null when it could not be read. */
  readonly problems: SourceDetail["problems"] | null
  readonly actions: ToolActions
}

/** Sources at the left, their tools beside them, and the one that is looked at. */
export const ToolsPage = ({ readAt, view, ignored, role, sources, tools, all, tool, problems, actions }: Props) => {
  const chosen = sources.value?.find(({ name }) => name === view.source) ?? null
  const count = all === null ? undefined : all.length === 1 ? "1 tool" : `${formatCount(all.length)} tools`
  return (
    <>
      <PageHead title="Tools" total={count} readAt={readAt}>
        {role === "admin" && (
          <ButtonLink href="/tools/add" look="primary">
            Add source
          </ButtonLink>
        )}
      </PageHead>
      <IgnoredRow ignored={ignored} />
      {sources.fault !== null && <ErrorBanner title="The sources could not be read.">{sources.fault}</ErrorBanner>}
      <div
        className={cx(
          "grid min-h-0 flex-1 border-t border-border max-md:block",
          tool === null ? "grid-cols-[236px_minmax(0,1fr)]" : "grid-cols-[236px_minmax(0,1fr)_minmax(0,520px)] max-lg:grid-cols-[200px_minmax(0,1fr)]"
        )}
      >
        <div
          className={cx(
            "min-h-0 overflow-y-auto border-r border-border max-md:border-r-0 max-md:border-b",
            (tool !== null || chosen !== null) && "max-md:hidden"
          )}
        >
          <SourceList view={view} sources={sources.value} all={all} />
          {role === "admin" && (
            <div className="px-3.5 pb-3 md:hidden">
              <ButtonLink href="/tools/add" size="lg" className="w-full">
                Add source
              </ButtonLink>
            </div>
          )}
        </div>
        <div className={cx("flex min-h-0 min-w-0 flex-col", tool !== null && "max-lg:hidden")}>
          {chosen !== null && <SourceHead key={chosen.name} view={view} source={chosen} role={role} problems={problems} actions={actions} />}
          <ToolList view={view} tools={tools} />
        </div>
        {tool !== null && (
          <section aria-label="Tool" className="min-h-0 min-w-0 overflow-y-auto border-l border-border bg-surface-raised max-lg:border-l-0 max-md:bg-surface">
            <ToolDetail key={view.tool} tool={tool} role={role} back={toolsHref(view, { tool: null })} action={actions.tryTool} />
          </section>
        )}
      </div>
    </>
  )
}
