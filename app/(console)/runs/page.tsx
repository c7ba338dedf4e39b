import { headers } from "next/headers"
import { redirect } from "next/navigation"
import { serverCaller } from "@/server/trpc/caller"
import { answerQuestion } from "../actions"
import { askedSearch } from "../asked-search"
import { RunsPage } from "./components/runs-page"
import { inputOf } from "./list-conditions"
import { hrefOf, type ListState, pageSize, parseList, refuseCursor, refuseView, withoutPanel } from "./list-state"
import { allRuns, stateOf } from "./views"

export default async function Page() {
  const search = await askedSearch()
  if (search === "") await openFirstView()
  const named = parseList(search)
  const refusedView = await unknownView(named)
  const asked = refuseView(named, refusedView)
  const now = Date.now()
  const [{ refusedCursor, page }, total, role, sent] = await Promise.all([firstPage(asked, now), totalOf(asked, now), roleOf(), headers()])
  return (
    <RunsPage
      search={search}
      initial={{ search: hrefOf(withoutPanel(refuseCursor(asked, refusedCursor)), ""), now, page, total }}
      refusedCursor={refusedCursor}
      refusedView={refusedView}
      role={role}
      answer={answerQuestion}
      origin={originOf(sent)}
    />
  )
}

/** The bare address is the view that this person wants first, if there is one; without an answer it is all runs. */
const openFirstView = async () => {
  const caller = await serverCaller()
  const { views, defaultId } = await caller.views.list().catch(() => ({ views: [], defaultId: null }))
  const first = views.find(({ id }) => id === defaultId)
  if (first !== undefined) redirect(hrefOf(stateOf(first)))
}

/** The view that the address names and that is none; what cannot be looked up is not held against it. */
const unknownView = async ({ view }: ListState): Promise<string | null> => {
  if (view === null || view === allRuns) return null
  const known = await (await serverCaller()).views.list().catch(() => null)
  return known === null || known.views.some(({ id }) => id === view) ? null : view
}

/** A failure here is shown by the page with a way to try again, never as an empty list. */
const firstPage = async (state: ListState, now: number) => {
  const caller = await serverCaller()
  const read = (cursor: string | null) => caller.runs.list({ ...inputOf(state, now), cursor, limit: pageSize, ...(state.at !== null && { at: state.at }) })
  try {
    return { refusedCursor: null, page: await read(state.cursor) }
  } catch (error) {
    if (state.cursor === null || !isBadRequest(error)) return { refusedCursor: null, page: null }
    return { refusedCursor: state.cursor, page: await read(null).catch(() => null) }
  }
}

const isBadRequest = (error: unknown): boolean => typeof error === "object" && error !== null && "code" in error && error.code === "BAD_REQUEST"

const totalOf = async (state: ListState, now: number) => (await serverCaller()).runs.count(inputOf(state, now)).catch(() => null)

const roleOf = async () =>
  (await serverCaller()).me.get().then(
    (me) => me.role,
    () => "viewer" as const
  )

/** Where this console is, for the command that a script can use. */
const originOf = (sent: Headers): string => `${sent.get("x-forwarded-proto") ?? "http"}://${sent.get("host") ?? "localhost:3000"}`
