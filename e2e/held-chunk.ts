import type { Page } from "@playwright/test"

export interface HeldChunk {
  readonly arrive: () => void
  readonly fail: () => void
}

/** Holds back the script in which these words stand until it is said whether it arrives; every later fetch of it goes the same way. */
export const holdChunk = async (page: Page, words: string): Promise<HeldChunk> => {
  let decide: (arrives: boolean) => void = () => undefined
  const decided = new Promise<boolean>((resolve) => {
    decide = resolve
  })
  await page.route("**/_next/**/*.js*", async (route) => {
    // A page that is left takes its requests with it: what was held for it is of no use to anybody.
    const fetched = await route.fetch().then(
      async (response) => ({ response, body: await response.text() }),
      () => null
    )
    if (fetched === null) return
    if (fetched.body.includes(words) && !(await decided)) return route.abort().catch(() => undefined)
    return route.fulfill(fetched).catch(() => undefined)
  })
  return { arrive: () => decide(true), fail: () => decide(false) }
}
