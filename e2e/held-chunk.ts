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
    const response = await route.fetch()
    const body = await response.text()
    if (body.includes(words) && !(await decided)) return route.abort()
    return route.fulfill({ response, body })
  })
  return { arrive: () => decide(true), fail: () => decide(false) }
}
