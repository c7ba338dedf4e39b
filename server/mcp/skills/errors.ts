import type { Skill } from "./skill"

export const errors: Skill = {
  name: "errors",
  summary: "What each failure means, and what to do about it.",
  text: `# Errors

A result with \`status: "error"\` says what failed in \`error {code, message, line?, column?}\`. The line is a line of your program.

| error.code of a run | what to do |
|---|---|
| \`program_error\` | fix the program at that line; what it did before the line is done |
| \`declined\` | somebody said no and the program did not catch it: ask the user, do not try again |
| \`time_limit\`, \`memory_limit\`, \`result_too_large\` | do less at once, return less |
| \`stuck\`, \`stalled\` | it computed without end, or awaits something that can never happen |
| \`cancelled\`, \`interrupted\` | somebody stopped it, or the server did: ask before doing it again |
| \`diverged\` | the program did something else when it was rebuilt: leave out what is not deterministic |

Inside a program a failed tool call throws a \`ToolError {code, message, status?, details?, retryable?}\`. Catch what you can go on without:

\`\`\`ts
const ticket = await tools.demo.tickets.get({ id }).catch((error) => (error.code === "not_found" ? null : Promise.reject(error)))
\`\`\`

| error.code of a call | what to do |
|---|---|
| \`tool_not_found\` | take one of the suggested paths, or search |
| \`invalid_tool_arguments\` | \`details\` has the issues: describe tells the schema |
| \`tool_blocked\` | a rule of the team forbids it: another way, or ask an admin |
| \`tool_declined\` | see the skill approvals |
| \`tool_timeout\`, \`source_unavailable\` | try again once if \`retryable\`, else tell the user |
| \`tool_changed\` | its source changed it in that moment and nothing was sent: call it again |
| \`unauthorized_connection\` | an admin has to connect the source again |

Answers of the endpoint itself: \`execution_not_found\`, \`execution_expired\` (the deadline was first), \`execution_already_settled {by, action, at}\`
(somebody else was first, and the first answer counts), \`forbidden\` (the token's scopes), \`Internal error [id]\` (tell an admin the id).`
}
