import { expect, test } from "vitest"
import { askSentence } from "./ask-sentence"

const ask = (description: string, effect: "read" | "write" | "destructive" = "write") => askSentence({ path: "a.b", description, effect })

test.each<[string, string, string]>([
  ["the tool's own sentence", ask("Creates a ticket."), "Creates a ticket."],
  ["only the first of several", ask("Creates a ticket. Use it with care. Or not."), "Creates a ticket."],
  ["a full stop where there is none", ask("Creates a ticket"), "Creates a ticket."],
  ["version numbers do not end it", ask("Calls v1.2 of the API"), "Calls v1.2 of the API."],
  ["lines become one", ask("Creates\n  a\tticket."), "Creates a ticket."],
  ["what cannot be undone is said", ask("Deletes a ticket.", "destructive"), "Deletes a ticket. It cannot be undone."],
  ["nothing is invented without a description", ask("  "), "Calls a.b. Its source does not say what it does."]
])("%s", (_, said, expected) => {
  expect(said).toBe(expected)
})

test("an endless description is cut", () => {
  expect(ask("word ".repeat(5000)).length).toBeLessThanOrEqual(300)
})
