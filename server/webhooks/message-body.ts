import { Schema } from "effect"
import { redact } from "../domain/redact"
import type { ClaimedMessage, MessageFacts } from "../store/outbox"

/** Longer arguments are left out: whoever decides reads them on the card. */
const mostArgumentChars = 8_000
const mostTextChars = 2_000

const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))
const short = (text: string): string => (text.length > mostTextChars ? `${text.slice(0, mostTextChars)}…` : text)

const readJson = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))
const readError = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ message: Schema.String, code: Schema.optionalKey(Schema.String), line: Schema.optionalKey(Schema.Int) }))
)

/**
 * What a message says, as JSON text: what happened, and where to look at it. Redacted when it was stored, and once more
 * here; nothing in it can decide: the address leads to the card, where a person signs in.
 */
export const messageBody = ({ type, at }: ClaimedMessage, facts: MessageFacts | null, publicUrl: string): string =>
  JSON.stringify({ type, timestamp: iso(at), data: redact(facts === null ? testData(publicUrl) : dataOf(facts, publicUrl)) })

const testData = (publicUrl: string): Schema.Json => ({ message: "This is a test. Nothing happened.", url: `${publicUrl}/settings/webhooks` })

const dataOf = ({ run, interaction }: MessageFacts, publicUrl: string): Schema.Json => {
  const about = {
    id: run.id,
    kind: run.kind,
    title: short(run.title),
    trigger: run.trigger,
    actor: { kind: run.actorKind, id: run.actorId, label: run.actorLabel },
    startedAt: iso(run.startedAt)
  }
  if (interaction !== null) {
    const { id, kind, message, toolPath, connection, args, createdAt, expiresAt } = interaction
    const isLong = args !== null && args.length > mostArgumentChars
    return {
      url: `${publicUrl}/approvals/${id}`,
      interaction: {
        ...{ id, kind, toolPath, connection },
        message: short(message),
        args: args === null || isLong ? null : readJson(args),
        ...(isLong && { argsOmitted: true }),
        createdAt: iso(createdAt),
        expiresAt: isoOrNull(expiresAt)
      },
      run: about
    }
  }
  const { finishedAt, toolCallCount, failedToolCallCount } = run
  const error = run.error === null ? null : readError(run.error)
  return {
    url: `${publicUrl}/runs/${run.id}`,
    run: {
      ...about,
      finishedAt: isoOrNull(finishedAt),
      durationMs: finishedAt === null ? null : finishedAt - run.startedAt,
      toolCallCount,
      failedToolCallCount,
      error: error === null ? null : { ...error, message: short(error.message) }
    }
  }
}
