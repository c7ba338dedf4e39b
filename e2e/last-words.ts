import type { BrowserContext, Page } from "@playwright/test"

/** More of a page than this hides the rest of the report. */
const mostText = 2_000

const shown = async (page: Page): Promise<string> => {
  const main = await page
    .getByRole("main")
    .ariaSnapshot({ timeout: 2_000 })
    .catch((error: unknown) => `(it does not answer: ${String(error)})`)
  return `${page.url()}\n${main.slice(0, mostText)}`
}

/** A run's page and the server's own word of the run: which of the two is wrong cannot be seen in a picture. */
const stored = async (page: Page): Promise<string> => {
  const id = /\/runs\/(run_[0-9a-f-]+)/.exec(page.url())?.[1]
  if (id === undefined) return ""
  const answer = await page.request.get(`/api/v1/runs/${id}`, { timeout: 2_000 }).then(
    (response) => response.text(),
    (error: unknown) => String(error)
  )
  return `\nthe server says: ${answer.slice(0, mostText)}`
}

/** What was on the pages of a story that failed, in words: a report is often all that is left of the machine it failed on. */
export const lastWords = async (context: BrowserContext): Promise<string> =>
  (await Promise.all(context.pages().map(async (page) => (await shown(page)) + (await stored(page))))).join("\n\n")
