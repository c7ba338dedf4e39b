import type { Skill } from "./skill"

export const programs: Skill = {
  name: "programs",
  summary: "How to write a program: what there is in the sandbox, how tools are called, what comes back.",
  text: `# Writing programs

A program is TypeScript or JavaScript with top-level await and return. Send it as the argument \`code\` of execute.

\`\`\`ts
// Close what nobody answered
const open = await tools.demo.tickets.list({ status: "open" })
const stale = open.filter((ticket) => Date.parse(ticket.createdAt) < Date.now() - 7 * 24 * 3_600_000)
return { open: open.length, stale: stale.map(({ id }) => id) }
\`\`\`

- The first comment is the title that people read beside the question to approve something. Say what the program is for.
- \`tools.<source>.<…>.<name>(args)\` calls a tool and resolves to its data. Find paths with search, arguments with describe; in a program
  \`tools.search({ query })\` and \`tools.describe({ path })\` do the same.
- \`args\` is the JSON you sent as the argument \`args\`. Put values there instead of into the text of the program.
- \`return\` what you need to know, and no more: filter and count inside the program. \`emit(item)\` and \`notify(message)\` are for people.
- \`console.log\` goes to the run's log, which comes with the result.
- Do several things in one program, and independent calls at once with Promise.all (at most 100 at a time).
- There is no import, require, fetch, process, file or network. The only way out is a tool.
- Values cross as JSON: a Date becomes its ISO text. Types are stripped, not checked; enum, namespace and decorators are refused.
- Limits: program and args 1 MB each, result 8 MB, 10 000 tool calls, 64 MB of memory, five minutes without the time people take.`
}
