import { createHash, timingSafeEqual } from "node:crypto"

/** Compares secrets: takes the same time wherever the first difference is, and whatever the lengths are. */
export const isSameText = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()
