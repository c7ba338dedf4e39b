import { expect, test } from "vitest"
import { look, type Sample, unwatched, type Verdict } from "./watchdog"

const verdicts = (samples: ReadonlyArray<Sample>): ReadonlyArray<Verdict> => {
  let watch = unwatched
  return samples.map((sample) => {
    const [after, verdict] = look(watch, sample, { stuckAfter: 3, slowAfter: 2 })
    watch = after
    return verdict
  })
}

const at = (run: number, turn: number, beats: number): Sample => ({ run, turn, beats })

test("a turn that does not beat is stuck", () => {
  expect(verdicts([at(1, 1, 5), at(1, 1, 5), at(1, 1, 5), at(1, 1, 5)])).toEqual(["fine", "fine", "slow", "stuck"])
})

test("a long turn that beats is slow for as long as it lasts, and never stuck", () => {
  expect(verdicts([at(1, 1, 5), at(1, 1, 6), at(1, 1, 7), at(1, 1, 8), at(1, 2, 9)])).toEqual(["fine", "fine", "slow", "slow", "fine"])
})

test("a run of many short turns is fine, even when no beat is seen", () => {
  expect(verdicts([at(1, 1, 5), at(1, 2, 5), at(1, 3, 5), at(1, 4, 5)])).toEqual(["fine", "fine", "fine", "fine"])
})

test("an idle thread is fine for as long as it idles", () => {
  expect(verdicts([at(0, 4, 5), at(0, 4, 5), at(0, 4, 5), at(0, 4, 5)])).toEqual(["fine", "fine", "fine", "fine"])
})
