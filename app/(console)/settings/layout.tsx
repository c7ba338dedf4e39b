import type { ReactNode } from "react"
import { PageHead } from "@/app/ui/page-head"
import { serverCaller } from "@/server/trpc/caller"
import { SectionTabs } from "./components/section-tabs"
import { sections } from "./sections"

/** The settings: one tab a section, and only those that the person's role opens. */
export default async function SettingsLayout({ children }: { readonly children: ReactNode }) {
  const { may } = await (await serverCaller()).me.get()
  const shown = sections.filter(({ action }) => may.includes(action))
  return (
    <>
      <PageHead title="Settings" />
      <SectionTabs sections={shown} />
      <div className="min-h-0 flex-1 md:overflow-y-auto">
        <div className="mx-auto grid w-full max-w-[860px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-6 max-md:gap-5 max-md:px-3.5 max-md:py-4">{children}</div>
      </div>
    </>
  )
}
