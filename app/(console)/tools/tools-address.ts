import { readAddress, type UnreadParameter } from "@/app/hooks/page-address"

/** What of the Tools page is in its address. */
export interface ToolsView {
  readonly source: string | null
  readonly q: string
  readonly tool: string | null
  /** The source that is asked about before it is removed. */
  readonly removing: boolean
}

const isSome = (value: string): boolean => value !== ""

/** What the address asks for; all else in it is told. `isSource`: whether there is a source of that name. */
export const toolsAddress = (
  search: string,
  isSource: (name: string) => boolean
): { readonly view: ToolsView; readonly ignored: ReadonlyArray<UnreadParameter> } => {
  const { values, ignored } = readAddress("/tools", search, {
    source: (name) => name !== "" && isSource(name),
    q: () => true,
    tool: isSome,
    remove: (value) => value === "1"
  })
  const { source = null, q = "", tool = null, remove } = values
  return { view: { source, q, tool, removing: remove !== undefined }, ignored }
}

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
export const addedKind = (search: string): { readonly kind: AddedKind; readonly ignored: ReadonlyArray<UnreadParameter> } => {
  const kindOf = (value: string | undefined) => addedKinds.find((kind) => kind === value)
  const { values, ignored } = readAddress("/tools/add", search, { kind: (value) => kindOf(value) !== undefined })
  return { kind: kindOf(values.kind) ?? "openapi", ignored }
}
