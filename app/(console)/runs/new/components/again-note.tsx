"use client"
import Link from "next/link"
import { useState } from "react"
import { Button } from "@/app/ui/button"
import { Icon } from "@/app/ui/icons"
import { ProgramDiff } from "@/app/ui/program-diff"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { Again } from "../submission"

/** Says which run runs again, whether it is still the same program, and what has been changed. */
export const AgainNote = ({ again, code }: { readonly again: Again; readonly code: string }) => {
  const [compares, setCompares] = useState(false)
  const isEdited = code !== again.code
  return (
    <div className="flex-none border-b border-border">
      <p className="flex min-h-9 flex-wrap items-center gap-x-2 bg-accent-soft px-4 py-1.5 text-xs text-text-muted max-md:px-3.5">
        <Icon name="rerun" size={14} className="text-accent-text" />
        <span className="min-w-0 flex-1">
          {isEdited ? "An edited program of" : "The program of"}{" "}
          <Link href={`/runs/${again.id}`} className="font-medium text-accent-text underline-offset-3 wrap-anywhere hover:underline">
            <VisibleText text={again.title} />
          </Link>
          , as a run of its own. What a person allowed there is asked again.
        </span>
        {isEdited && (
          <Button size="sm" aria-pressed={compares} onClick={() => setCompares(!compares)}>
            {compares ? "Hide changes" : "Show changes"}
          </Button>
        )}
      </p>
      {isEdited && compares && <ProgramDiff before={again.code} after={code} label="Changes to the original" className="max-h-[32vh]" />}
    </div>
  )
}
