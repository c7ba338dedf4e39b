import { connection } from "next/server"
import { serverCaller } from "@/server/trpc/caller"
import { askedSearch } from "../asked-search"
import { MetricsPage } from "./components/metrics-page"
import { rangeOf, ranges } from "./metrics-range"

/** How the team's runs, tools and approvals do. `?last=` 24h, 7d or 30d. */
export default async function Page() {
  await connection()
  const [search, caller] = await Promise.all([askedSearch(), serverCaller()])
  const { range, ignored } = rangeOf(search)
  // Both ends are fixed: a figure and the list that its link opens are about the same runs.
  const to = Date.now() + 1
  const span = { from: to - ranges[range].ms, to }
  const [runs, tools, actors, approvals] = await Promise.all([
    settled(caller.metrics.runs(span)),
    settled(caller.metrics.tools(span)),
    settled(caller.metrics.actors(span)),
    settled(caller.metrics.approvals(span))
  ])
  return <MetricsPage range={range} ignored={ignored} span={span} runs={runs} tools={tools} actors={actors} approvals={approvals} />
}

/** Each figure may fail alone. */
const settled = <A,>(asked: Promise<A>): Promise<A | null> =>
  asked.then(
    (value) => value,
    () => null
  )
