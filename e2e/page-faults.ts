import type { BrowserContext } from "@playwright/test"

export interface PageFaults {
  all(): ReadonlyArray<string>
  /** Faults that a story provokes on purpose, such as a failed request while it cuts the connection. */
  allow(pattern: RegExp): void
}

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
