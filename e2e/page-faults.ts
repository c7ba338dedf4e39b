import type { BrowserContext } from "@playwright/test"

export interface PageFaults {
  all(): ReadonlyArray<string>
  /** Faults that a story provokes on purpose, such as a failed request while it cuts the connection. */
  allow(pattern: RegExp): void
}

/**
 * What the browser's console notes of a server that is stopped or out of reach. Chromium has a word for each moment of a connection at
 * which it may be lost (refused, reset, closed, an answer cut short, a socket not connected any more): which one is met is chance.
 */
export const lostServer = /net::ERR_|status of 50\d|Failed to fetch|NetworkError/

/** Collects what a person would find in the browser's console: errors, uncaught exceptions, CSP reports, hydration warnings. */
export const watchForFaults = (context: BrowserContext): PageFaults => {
  const found: Array<string> = []
  const allowed: Array<RegExp> = []
  context.on("console", (message) => {
    const text = message.text()
    const isBad = message.type() === "error" || /hydrat|Content Security Policy|did not match/i.test(text)
    if (isBad) found.push(`${message.page()?.url() ?? ""}: ${text}`)
  })
  context.on("weberror", (error) => {
    found.push(`${error.page()?.url() ?? ""}: ${error.error().message}`)
  })
  return {
    all: () => found.filter((fault) => !allowed.some((pattern) => pattern.test(fault))),
    allow: (pattern) => {
      allowed.push(pattern)
    }
  }
}
