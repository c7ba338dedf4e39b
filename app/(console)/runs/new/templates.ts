/** Programs to begin with. Each runs as it is, on the built-in demo desk. */
export interface Template {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly args?: string
}

/** What a new user finds in the editor: a tool call, an approval and a form, in the order in which they happen. */
const firstMinute = `// Follow up on the ticket that has waited longest
const open = await tools.demo.tickets.list({ status: "open" })
const [oldest] = open
emit(\`\${open.length} tickets are open, the oldest is "\${oldest.title}"\`)

// Creating a ticket changes something, so a person is asked first
const ticket = await tools.demo.tickets.create({
  title: \`Follow up: \${oldest.title}\`,
  body: \`Open since \${oldest.createdAt}\`,
})

// A program can ask a person itself, too
const answer = await human.ask({
  message: "Who takes it?",
  schema: {
    type: "object",
    properties: {
      owner: { type: "string", title: "Owner", enum: ["Ann", "Tom", "Mia"] },
      days: { type: "integer", title: "Days to answer", minimum: 1, maximum: 30, default: 3 },
    },
    required: ["owner", "days"],
  },
})

return { ticket: ticket.id, owner: answer.owner, days: answer.days }
`

const atOnce = `// Ask for three approvals at once
// They wait side by side and may be answered in any order
const titles = ["Check the backups", "Renew the certificate", "Rotate the keys"]
const tickets = await Promise.all(
  titles.map((title) => tools.demo.tickets.create({ title })),
)
return tickets.map((ticket) => ticket.id)
`

const declined = `// Go on after a person has declined
const [oldest] = await tools.demo.tickets.list({ status: "open" })
try {
  await tools.demo.tickets.delete({ id: oldest.id })
  return "deleted"
} catch (error) {
  // Decline, cancel and expiry throw an error that can be caught
  console.warn("not deleted:", error.reason)
  return { kept: oldest.id, by: error.by, because: error.reason }
}
`

const withArgs = `// Read the arguments of a run
const tickets = await tools.demo.tickets.list({ status: args.status })
notify(\`\${tickets.length} tickets are \${args.status}\`)
return tickets.slice(0, args.most).map(({ id, title }) => ({ id, title }))
`

const slow = `// Watch calls on the timeline
await Promise.all([tools.demo.slow({ ms: 1500 }), tools.demo.slow({ ms: 900 }), tools.demo.slow({ ms: 600 })])
try {
  await tools.demo.fail({ code: "closed", message: "the desk is closed" })
} catch (error) {
  console.error(error.code, error.message)
}
await tools.demo.slow({ ms: 800 })
return "done"
`

const found = `// Find a tool by what it does, then read its types
const { items } = await tools.search({ query: "list tickets", limit: 3 })
const described = await tools.describe({ path: items[0].path })
emit(described)
return items.map(({ path }) => path)
`

const inLoop = `// Decide ticket by ticket, and go on after a decline
const tickets = await tools.demo.tickets.list({ status: "open" })
const escalated = []
for (const { id, title } of tickets.slice(0, 3)) {
  try {
    if (await human.approve({ message: \`Escalate "\${title}"?\` })) escalated.push(id)
  } catch (error) {
    console.warn("not escalated:", title, error.reason)
  }
}
return { escalated, of: tickets.length }
`

export const templates: readonly [Template, ...ReadonlyArray<Template>] = [
  { id: "first-minute", name: "A call, an approval, a form", code: firstMinute },
  { id: "at-once", name: "Three approvals at once", code: atOnce },
  { id: "declined", name: "Going on after a decline", code: declined },
  { id: "arguments", name: "Arguments of a run", code: withArgs, args: '{ "status": "open", "most": 3 }' },
  { id: "timeline", name: "Calls on the timeline", code: slow },
  { id: "one-by-one", name: "Asking one by one, in a loop", code: inLoop },
  { id: "find", name: "Finding a tool", code: found }
]

/** What the page of a new run understands of its address; a run that there is not is another page. */
export const newRunReaders = { template: (value: string) => templates.some(({ id }) => id === value), rerun: () => true }

export const templateOf = (id: string | undefined): Template => templates.find((template) => template.id === id) ?? templates[0]
