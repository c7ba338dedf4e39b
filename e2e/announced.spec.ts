// What moves on the screen is told to those who do not see it, a few times a minute and not a hundred times.
import { createsATicket } from "./programs"
import { runsScreen } from "./screens/runs-screen"
import { expect, test } from "./test"

test("a screen reader is told of arrivals, ends and questions in one sentence, and seldom", async ({ page, asAdmin }) => {
  const screen = runsScreen(page)
  await screen.open()
  await screen.isLive()
  const region = page.getByRole("status", { name: "What has changed" })
  await expect(region).toHaveText("")
  await page.evaluate(() => {
    const said: Array<string> = []
    Object.assign(window, { said, saidSince: performance.now() })
    const element = document.querySelector('[aria-label="What has changed"]')
    if (element !== null)
      new MutationObserver(() => said.push(element.textContent ?? "")).observe(element, { childList: true, characterData: true, subtree: true })
  })
  const submit = (code: string) => asAdmin("POST", "/api/v1/runs", { code, waitMs: 30_000 })
  await Promise.all([
    ...Array.from({ length: 12 }, (_, n) => submit(`// Announced ${n}\nreturn ${n}`)),
    submit("// Announced, fails\nthrow new Error('no')"),
    submit(createsATicket("Announced, asks"))
  ])
  const said = (): Promise<ReadonlyArray<string>> => page.evaluate(() => Reflect.get(window, "said"))
  const total = async (pattern: RegExp) => (await said()).reduce((sum, text) => sum + Number(pattern.exec(text)?.[1] ?? 0), 0)
  await expect.poll(() => total(/(\d+) new runs?/), { timeout: 30_000 }).toBe(14)
  await expect.poll(() => total(/(\d+) runs? completed/), { timeout: 30_000 }).toBe(12)
  await expect.poll(() => total(/(\d+) runs? failed/), { timeout: 30_000 }).toBe(1)
  await expect.poll(async () => (await said()).join(" "), { timeout: 30_000 }).toMatch(/\d+ questions? waits? for an answer/)
  // The same sentence twice is two pieces of news: both are said.
  for (const [one, runs] of [
    ["Announced once more", 15],
    ["Announced for the last time", 16]
  ] as const) {
    await submit(`// ${one}\nreturn 1`)
    await expect.poll(() => total(/(\d+) new runs?/), { timeout: 30_000 }).toBe(runs)
    await expect.poll(() => total(/(\d+) runs? completed/), { timeout: 30_000 }).toBe(runs - 2)
  }
  // One at once, and one in six seconds at most, however long it took.
  const seconds = await page.evaluate(() => (performance.now() - Number(Reflect.get(window, "saidSince"))) / 1000)
  expect((await said()).length).toBeLessThanOrEqual(2 + seconds / 6)
})
