"use client"
import { spelledOut } from "@/server/domain/hidden-characters"
import { usePendingCount } from "../hooks/use-live-feed"

/** The tab's title, `(5) Runs · Signalbox`, and its icon: both follow the pending count. One per page. */
export const PageTitle = ({ name }: { readonly name: string }) => {
  const count = usePendingCount()
  return (
    <>
      <title>{`${count > 0 ? `(${count}) ` : ""}${spelledOut(name)} · Signalbox`}</title>
      <link rel="icon" type="image/svg+xml" href={count > 0 ? "/favicon-waiting.svg" : "/favicon.svg"} />
    </>
  )
}
