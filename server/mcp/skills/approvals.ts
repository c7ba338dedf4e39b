import type { Skill } from "./skill"

export const approvals: Skill = {
  name: "approvals",
  summary: "What to do when a run waits for a person, and how a program asks one.",
  text: `# When a person has to decide

Reads run at once; most other calls wait for a person of the team. The run pauses at exactly that call and keeps everything it has.

1. execute answers \`waiting_for_interaction\` with \`executionId\`, \`runId\` and \`approvalUrl\`. Nothing is wrong.
2. Tell the user what is asked and give them \`approvalUrl\`. You cannot approve it yourself: resume with accept answers \`user_approval_required\`,
   unless a rule of the team lets the requester confirm.
3. Call wait with \`executionId\`. It answers when the person has decided and the run has come to its next question or its end. When it answers
   \`waiting_for_interaction\` for the same question again, nobody has decided yet: call wait again.
4. Never submit the program again to get past a question. It would ask the same question a second time, and do twice what came before it.

Your own question you may take back: resume with \`decline\` (the program is told no) or \`cancel\`, and a comment that says why.

# Asking a person from a program

\`\`\`ts
await human.approve({ message: "Send the invoice to 40 customers?", details: { customers } })
const { owner } = await human.ask({
  message: "Who takes them?",
  schema: { type: "object", properties: { owner: { type: "string", enum: ["Ann", "Tom"] } }, required: ["owner"] }
})
await human.open({ message: "Sign the contract", url: "https://example.com/sign/42" })
\`\`\`

# When the answer is no

A decline, a withdrawal and a deadline reach the program as an error with name \`ToolDeclinedError\`, \`path\`, \`action\`, \`reason\` and \`by\`:

\`\`\`ts
try {
  await tools.demo.tickets.delete({ id: "T-3" })
} catch (error) {
  if (error.name !== "ToolDeclinedError") throw error
  return { kept: true, because: error.reason }
}
\`\`\`

Uncaught it ends the run with \`error.code\` \`declined\`. Respect the answer: do not ask the same thing in other words.`
}
