/** Reads, then asks for an approval, then goes on. */
export const createsATicket = (title: string): string => `// ${title}
const open = await tools.demo.tickets.list({ status: "open" })
const ticket = await tools.demo.tickets.create({ title: ${JSON.stringify(title)} })
emit(\`\${open.length} were open\`)
return { created: ticket.title }
`

/** Asks a person to fill in a form. */
export const asksWhoTakesIt = (title: string): string => `// ${title}
const answer = await human.ask({
  message: "Who takes this?",
  schema: {
    type: "object",
    properties: {
      owner: { type: "string", title: "Owner", enum: ["Ann", "Tom"] },
      days: { type: "integer", title: "Days", minimum: 1, maximum: 30 }
    },
    required: ["owner", "days"]
  }
})
return answer
`

/** Reads only, so it completes without anybody. */
export const countsTickets = (title: string): string => `// ${title}
const open = await tools.demo.tickets.list({ status: "open" })
return open.length
`

export const spins = (title: string): string => `// ${title}
while (true) {}
`
