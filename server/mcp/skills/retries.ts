import type { Skill } from "./skill"

export const retries: Skill = {
  name: "retries",
  summary: "Waiting, time-outs, repeated calls: how nothing is done twice.",
  text: `# Waiting and repeating

Runs live on the server. A call that times out, is aborted or loses its connection ends nothing: the run goes on.

- Give every execute an \`idempotencyKey\` of your own, such as the task's name and a number. The same key with the same program is the same run,
  however often you call; with another program it is refused as \`idempotency_conflict\`.
- \`running {runId, cursor}\` means that the run needs longer than you waited. Call wait with \`runId\`; with \`after: cursor\` you also get what
  happened since.
- After a time-out of your client, call execute again with the same key and the same program, or wait with the runId you have.
- wait waits at most 45 seconds and may be called any number of times. It changes nothing.
- \`cancel\` stops a run of yours. What it did before stays done.
- A run survives a restart of the server: its finished calls are not made again.`
}
