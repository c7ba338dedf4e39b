import { createHash } from "node:crypto"
import { canonicalJson } from "../domain/canonical-json"
import type { BoundTo, NewRun } from "./run-store"
import { identityOf, type PreparedCall } from "./tool-invoker"

/*
 * What an approval binds: should any of it differ when the call is to be made, it is not the call that was approved.
 */

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

export const boundTo = (run: Pick<NewRun, "code">, prepared: PreparedCall, ruleId: string | null): BoundTo => ({
  ...identityOf(prepared),
  ruleId,
  codeHash: sha256(run.code)
})

/** As it was bound: what an older question did not bind cannot be compared. */
export const boundAs = ({ connectionId: bound }: BoundTo, { connectionId, ...now }: BoundTo): BoundTo =>
  bound === undefined || connectionId === undefined ? now : { ...now, connectionId }

/** The hash over all of it. `exactArgs`: canonical JSON text. */
export const bindingHash = (bound: BoundTo, exactArgs: string): string => sha256(canonicalJson({ ...bound, args: exactArgs }))

/** What is different now, as words; null when only the arguments can be. */
export const differenceOf = (approved: BoundTo, now: BoundTo): string | null => {
  if (approved.path !== now.path) return `the tool is ${now.path} now, it was ${approved.path}`
  if (approved.connection !== now.connection) return `the connection is ${now.connection ?? "none"} now, it was ${approved.connection ?? "none"}`
  if (approved.connectionId !== undefined && approved.connectionId !== now.connectionId)
    return "the tool's source was removed and added again, so its credentials may be others now"
  if (approved.schemaHash !== now.schemaHash) return `${now.path} has another schema now`
  if (approved.ruleId !== now.ruleId) return "another rule asks now than the one that asked then"
  return approved.codeHash !== now.codeHash ? "the run's program is another one now" : null
}
