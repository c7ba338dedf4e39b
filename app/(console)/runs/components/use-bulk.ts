"use client"
import { useRef, useState } from "react"
import { failureOf, useTRPCClient } from "@/app/hooks/trpc"
import type { RunId } from "@/server/domain/ids"
import { type BulkWork, nextBatch, withBatch } from "../selection"

export type BulkAction = "cancel" | "rerun"

/** Sends the runs batch by batch. What a batch did is known before the next one goes out; a tab that closes stops after the one on its way. */
export const useBulk = (action: BulkAction) => {
  const client = useTRPCClient()
  const [work, setWork] = useState<BulkWork | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const stop = useRef(false)
  // The same for every try: a batch that is sent again runs nothing twice.
  const [batch] = useState(() => crypto.randomUUID())

  const send = (ids: ReadonlyArray<RunId>) =>
    action === "cancel" ? client.bulk.cancel.mutate({ ids: [...ids] }) : client.bulk.rerun.mutate({ ids: [...ids], batch })

  const goOn = async (from: BulkWork): Promise<void> => {
    stop.current = false
    setIsRunning(true)
    let now = from
    while (now.left.length > 0 && !stop.current) {
      try {
        now = withBatch(now, await send(nextBatch(now)))
      } catch (error) {
        now = { ...now, stopped: failureOf(error)?.message ?? "The server did not answer." }
        setWork(now)
        break
      }
      setWork(now)
    }
    setIsRunning(false)
  }

  return {
    work,
    isRunning,
    start: (ids: ReadonlyArray<RunId>) => {
      const all: BulkWork = { left: ids, results: [], stopped: null }
      setWork(all)
      void goOn(all)
    },
    /** After a stop, or after the server did not answer. */
    resume: () => {
      if (work !== null) void goOn(work)
    },
    stop: () => {
      stop.current = true
    }
  }
}
