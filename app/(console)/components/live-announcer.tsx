"use client"
import { usePathname } from "next/navigation"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useLiveMessages, usePendingCount } from "@/app/hooks/use-live-feed"
import { dueIn, type Heard, heardWith, nothingHeard, sentenceOf } from "./announcement"

interface Props {
  /** The server's time at its render of the frame: what began before is no news. */
  readonly now: number
  readonly asOf: string | undefined
}

/**
 * Says to a screen reader what moves on the screen: on the list all runs, on a run's page that run, everywhere how many
 * questions wait. Politely, and several changes in one sentence.
 */
export const LiveAnnouncer = ({ now, asOf }: Props) => {
  const pathname = usePathname()
  const pendingCount = usePendingCount()
  const [said, setSaid] = useState({ text: "", times: 0 })
  const heard = useRef<Heard>(nothingHeard)
  const known = useRef({ since: now, began: new Set<string>(), ended: new Set<string>() })
  const saidCount = useRef(pendingCount)
  const saidAt = useRef<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const say = useEffectEvent(() => {
    timer.current = undefined
    const { began, ended } = heard.current
    const sentence = sentenceOf(heard.current, { before: saidCount.current, now: pendingCount })
    for (const id of began) known.current.began.add(id)
    for (const id of ended.keys()) known.current.ended.add(id)
    heard.current = nothingHeard
    saidCount.current = pendingCount
    if (sentence === "") return
    saidAt.current = performance.now()
    setSaid(({ times }) => ({ text: sentence, times: times + 1 }))
  })
  const speakSoon = useEffectEvent(() => {
    timer.current ??= setTimeout(() => say(), dueIn(performance.now(), saidAt.current))
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (pendingCount !== saidCount.current) speakSoon()
  }, [pendingCount])
  useLiveMessages(
    (messages) => {
      const shown = pathname === "/runs" ? messages : messages.filter((message) => message.type === "run" && pathname === `/runs/${message.run.id}`)
      const before = heard.current
      heard.current = heardWith(before, shown, known.current)
      if (heard.current.began.size > before.began.size || heard.current.ended.size > before.ended.size) speakSoon()
    },
    { asOf }
  )
  return (
    <div role="status" aria-live="polite" aria-label="What has changed" className="sr-only">
      {/* Anew each time: a sentence that is the same as the last one is news as well, and only what changes is read out. */}
      <span key={said.times}>{said.text}</span>
    </div>
  )
}
