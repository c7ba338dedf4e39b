import { serverCaller } from "@/server/trpc/caller"
import { askedSearch } from "../asked-search"
import { refreshSource, removeSource, testSource, trustHints, tryTool } from "./actions"
import { ToolsPage } from "./components/tools-page"
import { sourceAmong } from "./source-groups"
import { toolsAddress } from "./tools-address"

export default async function Page() {
  const [search, caller] = await Promise.all([askedSearch(), serverCaller()])
  const readAt = Date.now()
  const [me, sources, everything] = await Promise.all([caller.me.get().catch(() => null), settled(caller.sources.list()), settled(caller.tools.list({}))])
  const all = everything.value?.items ?? null
  const { view, ignored } = toolsAddress(search, sourceAmong(sources.value, all))
  const [tools, tool, chosen] = await Promise.all([
    settled(caller.tools.list({ ...(view.source !== null && { source: view.source }), ...(view.q !== "" && { q: view.q }) })),
    view.tool === null ? null : settled(caller.tools.get({ path: view.tool })),
    // Of a built-in source there is nothing more to be told.
    view.source === null ? null : settled(caller.sources.get({ name: view.source }))
  ])
  return (
    <ToolsPage
      readAt={readAt}
      view={view}
      ignored={ignored}
      role={me?.role ?? "viewer"}
      sources={sources}
      tools={tools}
      all={all}
      tool={tool}
      problems={chosen?.value?.problems ?? null}
      actions={{ refreshSource, testSource, trustHints, removeSource, tryTool }}
    />
  )
}

/** Each part of the page may fail alone. */
const settled = async <A,>(asked: Promise<A>): Promise<{ readonly value: A | null; readonly fault: string | null }> => {
  try {
    return { value: await asked, fault: null }
  } catch (error) {
    return { value: null, fault: error instanceof Error ? error.message : "The server did not answer." }
  }
}
