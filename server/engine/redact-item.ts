import { redact, redactText } from "../domain/redact"
import type { OutputItem } from "../domain/run"

/** Something a program put out, as it may be stored. */
export const redactItem = (item: OutputItem): OutputItem => {
  switch (item.type) {
    case "content":
      return { type: "content", content: redact(item.content) }
    case "notification":
      return { type: "notification", message: redactText(item.message) }
    // Bytes in base64 are left alone: a pattern that hits by chance would destroy the file.
    case "file":
      return item
  }
}
