import type { ReactNode } from "react"
import { Mark } from "@/app/ui/mark"
import { TrackArt } from "./components/track-art"

/** Pages without the shell: the form at the left, the drawing at the right (above, on a phone). */
export default function EntryLayout({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(420px,1fr)_1.25fr] bg-surface max-md:flex max-md:flex-col-reverse max-md:justify-end">
      <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
      <main className="grid grid-cols-[minmax(0,328px)] content-center justify-center p-8 max-md:grid-cols-[minmax(0,1fr)] max-md:content-start max-md:px-6 max-md:py-7">
        <div className="mb-12 flex items-center gap-1.5 text-[17px] font-semibold tracking-tight max-md:mb-7">
          <Mark size={36} ground="surface" />
          Signalbox
        </div>
        {children}
      </main>
      <TrackArt />
    </div>
  )
}
