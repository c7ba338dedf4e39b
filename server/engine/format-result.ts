import type { Schema } from "effect"
import type { Interaction } from "../domain/interaction"
import type { LogLine, OutputItem, RunError } from "../domain/run"

/**
 * What an agent reads of a run: a text, and a structured form that is enough alone, since some clients drop the text.
 * The names and shapes are a contract and stay stable.
 */
export interface Formatted {
  readonly text: string
  readonly structured: Readonly<Record<string, Schema.Json>>
}

export interface ExecuteResult {
  /** Null without a return. */
  readonly result: Schema.Json | null
  readonly output: ReadonlyArray<OutputItem>
  readonly error: RunError | null
  readonly logs: ReadonlyArray<Pick<LogLine, "level" | "text">>
}

/** More does not help a model, and fills its context. */
const mostCharacters = 30_000

export const formatExecuteResult = ({ result, output, error, logs }: ExecuteResult): Formatted => {
  const lines = logs.map(({ level, text }) => `[${level}] ${text}`)
  const emitted = output.filter((item) => item.type !== "notification")
  const notifications = output.flatMap((item) => (item.type === "notification" ? [item.message] : []))
  const main = error === null ? resultText(result, emitted.length) : `Error: ${errorText(error)}`
  const text = lines.length === 0 ? cut(main) : `${cut(main)}\n\nLogs:\n${cut(lines.join("\n"))}`
  const common = {
    ...(emitted.length === 0 ? {} : { emitted: emitted.map(shortItem) }),
    ...(notifications.length === 0 ? {} : { notifications }),
    logs: lines
  }
  return error === null
    ? { text, structured: { status: "completed", result, ...common } }
    : { text, structured: { status: "error", error: { ...error }, ...common } }
}

const resultText = (result: Schema.Json | null, emittedCount: number): string => {
  if (result === null)
    return emittedCount === 0 ? "(no result)" : `(no return value; ${emittedCount} ${emittedCount === 1 ? "item" : "items"} emitted to the user)`
  return typeof result === "string" ? result : JSON.stringify(result, null, 2)
}

const errorText = ({ message, line, column }: RunError): string =>
  line === undefined ? message : `${message} (line ${line}${column === undefined ? "" : `, column ${column}`})`

/** A file's bytes are for people; the agent sees that it went out. */
const shortItem = (item: Exclude<OutputItem, { type: "notification" }>): Schema.Json =>
  item.type === "file" ? { type: "file", name: item.name, mimeType: item.mimeType } : { type: "content", content: item.content }

const cut = (text: string): string => {
  if (text.length <= mostCharacters) return text
  // Not inside a surrogate pair: half a character is not text.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(mostCharacters - 1)) ? mostCharacters - 1 : mostCharacters
  return `${text.slice(0, end)}\n… (${text.length - end} characters cut)`
}

/** A run that waits for a person, and what the agent can do meanwhile. Agents never decide. */
export const formatPausedExecution = (interaction: Interaction, expiresAtText: string | null): Formatted => {
  const { id, runId, kind, message, toolPath, args, url, requestedSchema, approvalUrl } = interaction
  const instructions = instructionsOf(interaction)
  const lines = [
    headline(interaction),
    message,
    ...(url === null ? [] : [`Link: ${url}`]),
    ...(args === null ? [] : [`Arguments: ${cut(JSON.stringify(args))}`]),
    ...(isForm(interaction) ? [`Values asked for: ${cut(JSON.stringify(requestedSchema))}`] : []),
    `Execution id: ${id}`,
    `A person answers here: ${approvalUrl}`,
    expiresAtText === null ? "It does not expire." : `It expires at ${expiresAtText}.`,
    instructions
  ]
  return {
    text: lines.join("\n"),
    structured: {
      status: "waiting_for_interaction",
      executionId: id,
      runId,
      approvalUrl,
      ...(expiresAtText === null ? {} : { expiresAt: expiresAtText }),
      interaction: {
        kind,
        message,
        instructions,
        address: toolPath,
        args,
        ...(url === null ? {} : { url }),
        ...(isForm(interaction) ? { requestedSchema } : {})
      }
    }
  }
}

/** An approval, or a form that asks for no value, is a plain confirmation. */
const isForm = ({ kind, requestedSchema }: Interaction): boolean => kind === "form" && hasProperties(requestedSchema)

const hasProperties = (schema: Schema.Json | null): boolean => {
  if (schema === null || typeof schema !== "object" || !("properties" in schema)) return false
  const { properties } = schema
  return properties !== null && typeof properties === "object" && Object.keys(properties).length > 0
}

const headline = (interaction: Interaction): string => {
  if (interaction.kind === "url") return "The run waits: a person has to open a link and finish there."
  if (isForm(interaction)) return "The run waits: a person has to give some values."
  return interaction.toolPath === null ? "The run waits: a person has to confirm." : `The run waits: a person has to allow ${interaction.toolPath}.`
}

const instructionsOf = (interaction: Interaction): string => {
  const who =
    interaction.kind === "url"
      ? "Tell the user to open the link, finish there, and confirm on the approval page."
      : isForm(interaction)
        ? "Tell the user to fill in the form on the approval page."
        : "Tell the user to decide on the approval page."
  return `${who} Then call wait with this execution id; the run goes on by itself after the answer. Do not submit the program again.`
}
