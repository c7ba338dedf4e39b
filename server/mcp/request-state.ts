import { createRequestStateCodec, type RequestStateCodec } from "@modelcontextprotocol/server"
import { Schema } from "effect"
import { InteractionId, RunId } from "../domain/ids"
import type { Agent } from "./agent"

/** Which question a client was asked, carried by the client from one request to the next: no session, any process answers. */
export const QuestionState = Schema.Struct({
  runId: RunId,
  interactionId: InteractionId,
  /** `confirm`: the agent's side may answer it. `link`: it was only led to the page where a person answers. */
  as: Schema.Literals(["confirm", "link"])
})
export type QuestionState = typeof QuestionState.Type

/** As long as an agent's question waits by default. */
const secondsValid = 24 * 3600

/** What the key is derived for. */
export const statePurpose = "mcp request state"

/** Signed with a key of its own, bound to the token it was given to, and valid for a day. */
export const requestStateOf = (key: Uint8Array, { actor, teamId }: Agent): RequestStateCodec<QuestionState> =>
  createRequestStateCodec({
    key,
    ttlSeconds: secondsValid,
    bind: () => JSON.stringify([teamId, actor.kind, actor.id])
  })
