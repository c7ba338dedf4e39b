import { replaceEqualDeep } from "@tanstack/react-query"
import { hasProtoKey } from "./plain-json"

/** What has not changed stays the same object, so that nothing is drawn again for it; a copy would lose the key. */
export const withUnchanged = (before: unknown, now: unknown): unknown => (hasProtoKey(now) ? now : replaceEqualDeep(before, now))
