import type { PreparedCall } from "../engine/tool-invoker"

const longest = 300

/**
 * One plain sentence or two for the person who decides: what the tool says of itself, and what is known of the call.
 * Nothing is guessed from the path or the arguments.
 */
export const askSentence = ({ path, description, effect }: Pick<PreparedCall, "path" | "description" | "effect">): string => {
  const said = firstSentence(description)
  const what = said === "" ? `Calls ${path}. Its source does not say what it does.` : said
  return effect === "destructive" ? `${what} It cannot be undone.` : what
}

const firstSentence = (description: string): string => {
  const text = description.replace(/\s+/g, " ").trim()
  const sentence = /^.{1,300}?[.!?](?= |$)/.exec(text)?.[0] ?? text
  if (sentence.length > longest) return `${sentence.slice(0, longest - 1)}…`
  return sentence === "" || /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}
