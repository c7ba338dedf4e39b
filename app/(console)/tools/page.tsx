import { serverCaller } from "@/server/trpc/caller"
import { askedSearch } from "../asked-search"
import { refreshSource, removeSource, testSource, trustHints, tryTool } from "./actions"
import { ToolsPage } from "./components/tools-page"
import { toolsAddress } from "./tools-address"

export default async function Page() {
  const [search, caller] = await Promise.all([askedSearch(), serverCaller()])
  const { view, ignored } = toolsAddress(search)
  const [me, sources, tools, everything, tool, chosen] = await Promise.all([
    caller.me.get().catch(() => null),
    settled(caller.sources.list()),
    settled(caller.tools.list({ ...(view.source !== null && { source: view.source }), ...(view.q !== "" && { q: view.q }) })),
    settled(caller.tools.list({})),
    view.tool === null ? null : settled(caller.tools.get({ path: view.tool })),
    // Of a built-in source there is nothing more to be told.
    view.source === null ? null : settled(caller.sources.get({ name: view.source }))
  ])
  return (
    <ToolsPage
      view={view}
      ignored={ignored}
      role={me?.role ?? "viewer"}
      sources={sources}
      tools={tools}
      all={everything.value?.items ?? []}
      tool={tool}
      problems={chosen?.value?.problems ?? []}
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
