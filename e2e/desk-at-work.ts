// A team in the middle of its day: a history of runs by several people and agents, some at work, some that wait for a person.
import type { Call } from "./http-client"
import { type Seed, seedRuns } from "./seeded-runs"
import type { Signalbox } from "./signalbox-process"
import { expect } from "./test"

const minute = 60_000

const actors = [
  { kind: "agent", id: "agent_triage", label: "triage-agent", trigger: "mcp" },
  { kind: "service_token", id: "ci", label: "ci", trigger: "api" },
  { kind: "user", id: "user_tom", label: "Tom Berger", trigger: "console" },
  { kind: "agent", id: "agent_night", label: "night-shift", trigger: "mcp" }
] as const

const habits = [
  { title: "Sort the tickets of the morning", tool: "demo.tickets.list" },
  { title: "Answer the tickets that are a week old", tool: "demo.tickets.create" },
  { title: "Count open tickets by owner", tool: "demo.tickets.list" },
  { title: "Look up the ticket of a customer", tool: "demo.tickets.get" },
  { title: "Close what has no reply", tool: "demo.tickets.delete" }
] as const

/** The same day each time: every seventh run fails, every nineteenth is stopped. */
const history = (now: number): ReadonlyArray<Seed> =>
  Array.from({ length: 160 }, (_, n): Seed => {
    const { title, tool } = habits[(n * 7) % habits.length] ?? habits[0]
    const { trigger, ...actor } = actors[(n * 5) % actors.length] ?? actors[0]
    return {
      title,
      tool,
      actor,
      trigger,
      startedAt: now - 4 * minute - n * 9 * minute + ((n * 37) % 11) * 20_000,
      durationMs: 180 + ((n * 7919) % 5200),
      status: n % 19 === 7 ? "cancelled" : n % 7 === 3 ? "failed" : "completed"
    }
  }).toReversed()

const opensATicket = (title: string, body: string): string => `// Follow up: ${title}
const open = await tools.demo.tickets.list({ status: "open" })
const [oldest] = open
emit(\`\${open.length} tickets are open, the oldest is "\${oldest.title}"\`)
const ticket = await tools.demo.tickets.create({ title: ${JSON.stringify(title)}, body: ${JSON.stringify(body)} })
return { ticket: ticket.id, title: ticket.title }
`

const looksAround = `// Weekly report on the desk
const open = await tools.demo.tickets.list({ status: "open" })
console.log("open tickets", open.length)
const [first, second] = await Promise.all([tools.demo.slow({ ms: 900 }), tools.demo.slow({ ms: 600 })])
try {
  await tools.demo.fail({ code: "closed", message: "the desk is closed" })
} catch (error) {
  console.warn(error.code, error.message)
}
const ticket = await tools.demo.tickets.create({ title: "Weekly report" })
await tools.demo.slow({ ms: 400 })
emit({ open: open.length, ticket: ticket.id })
return { open: open.length, ticket: ticket.title, by: [first, second] }
`

const asksForAnOwner = `// Hand over the oldest ticket
const answer = await human.ask({
  message: "Who takes the oldest ticket, and until when?",
  schema: {
    type: "object",
    properties: {
      owner: { type: "string", title: "Owner", enum: ["Ann", "Tom", "Mia"] },
      days: { type: "integer", title: "Days to answer", minimum: 1, maximum: 30, default: 3 },
      note: { type: "string", title: "Note for the owner", description: "Goes into the ticket" }
    },
    required: ["owner", "days"]
  }
})
return answer
`

export const deskAtWork = async (signalbox: Signalbox, asAdmin: Call) => {
  seedRuns(signalbox.dataDir, history(Date.now()))
  const submit = async (code: string) => (await asAdmin("POST", "/api/v1/runs", { code, waitMs: 30_000 })).body
  const decide = (id: string, answer: object) => asAdmin("POST", `/api/v1/interactions/${id}/answer`, answer)
  const finished = await submit(looksAround)
  await decide(finished.interactions[0].id, { action: "accept" })
  const declined = await submit(opensATicket("Order another printer", "The third one this year"))
  await decide(declined.interactions[0].id, { action: "decline", comment: "Two are in the cellar" })
  const failed = await submit(
    "// Export the week as a table\nconst open = await tools.demo.tickets.list({})\nconst rows: string[] = open.map(({ title }) => title)\nreturn rows.at(99).length"
  )
  const asking = await submit(asksForAnOwner)
  await submit(
    '// Close the ticket about the lift\nconst [oldest] = await tools.demo.tickets.list({ status: "open" })\nreturn await tools.demo.tickets.delete({ id: oldest.id })'
  )
  const waiting = await submit(opensATicket("Printer on fire", "Second floor, next to the kitchen. The alarm was switched off."))
  await asAdmin("POST", "/api/v1/runs", { code: "// Watch the desk for a while\nreturn await tools.demo.slow({ ms: 50000 })", waitMs: 0 })
  for (const { id } of [finished, declined]) {
    await expect.poll(async () => (await asAdmin("GET", `/api/v1/runs/${id}`)).body.status, { timeout: 30_000 }).toMatch(/completed|failed/)
  }
  return { finished: (await asAdmin("GET", `/api/v1/runs/${finished.id}`)).body, failed, asking, waiting }
}
