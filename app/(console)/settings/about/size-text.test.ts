import { expect, it } from "vitest"
import { sizeText } from "./size-text"

it.each([
  [0, "0 bytes"],
  [1023, "1023 bytes"],
  [1024, "1.0 KB"],
  [831_488, "812 KB"],
  [4_404_019, "4.2 MB"],
  [3 * 1024 ** 3, "3.0 GB"],
  [5000 * 1024 ** 4, "5000 TB"]
])("%d is %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
