/** What of the Tools page is in its address. */
export interface ToolsView {
  readonly source: string | null
  readonly q: string
  readonly tool: string | null
  /** The source that is asked about before it is removed. */
  readonly removing: boolean
}

type Params = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

const one = (value: Params[string]): string | null => (typeof value === "string" ? value : (value?.[0] ?? null))

export const viewOf = (params: Params): ToolsView => ({
  source: one(params["source"]),
  q: one(params["q"]) ?? "",
  tool: one(params["tool"]),
  removing: one(params["remove"]) !== null
})

/** The same view with something changed. */
export const toolsHref = (view: ToolsView, change: Partial<ToolsView> = {}): string => {
  const { source, q, tool, removing } = { ...view, ...change }
  const params = new URLSearchParams()
  if (source !== null) params.set("source", source)
  if (q !== "") params.set("q", q)
  if (tool !== null) params.set("tool", tool)
  if (removing) params.set("remove", "1")
  const query = params.toString()
  return query === "" ? "/tools" : `/tools?${query}`
}

export const addedKinds = ["openapi", "mcp", "graphql"] as const
export type AddedKind = (typeof addedKinds)[number]

/** Which kind of source the form is for. */
export const addedKind = (params: Params): AddedKind => addedKinds.find((kind) => kind === one(params["kind"])) ?? "openapi"
