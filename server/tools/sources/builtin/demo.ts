import { Effect, Schema } from "effect"
import { ToolError } from "../../../engine/tool-invoker"
import { builtinSource, builtinTool } from "./builtin-tool"
import { makeTicketDesk, Ticket } from "./ticket-desk"

const mostTickets = 200
const longestSleepMs = 3_600_000

const TicketId = Schema.String.annotate({ description: "Id of the ticket, such as T-4" })
const Status = Schema.Literals(["open", "closed"])
const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostTickets })).annotate({ description: `At most so many; ${mostTickets} without it` })

/**
 * The tools that everyone has to try things with: a small ticket desk with reads, a write and a destructive call, and
 * a slow, a failing and an echoing tool.
 */
export const makeDemoSource = Effect.gen(function* () {
  const desk = yield* makeTicketDesk

  const list = builtinTool({
    path: "demo.tickets.list",
    effect: "read",
    description: "Lists the tickets of the demo desk, oldest first.",
    input: Schema.Struct({ status: Schema.optionalKey(Status), limit: Schema.optionalKey(Limit) }),
    output: Schema.Array(Ticket),
    run: ({ status, limit }, { teamId }) => desk.list(teamId, status, limit ?? mostTickets)
  })

  const get = builtinTool({
    path: "demo.tickets.get",
    effect: "read",
    description: "Reads one ticket of the demo desk.",
    input: Schema.Struct({ id: TicketId }),
    output: Ticket,
    run: ({ id }, { teamId }) => desk.get(teamId, id).pipe(Effect.flatMap((ticket) => (ticket === undefined ? noTicket(id) : Effect.succeed(ticket))))
  })

  const create = builtinTool({
    path: "demo.tickets.create",
    effect: "write",
    description: "Creates a ticket on the demo desk.",
    input: Schema.Struct({
      title: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200)),
      body: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(10_000)))
    }),
    output: Ticket,
    run: ({ title, body }, { teamId, idempotencyKey }) => desk.create(teamId, idempotencyKey, { title, body: body ?? "" })
  })

  const remove = builtinTool({
    path: "demo.tickets.delete",
    effect: "destructive",
    description: "Deletes a ticket of the demo desk for good.",
    input: Schema.Struct({ id: TicketId }),
    output: Schema.Struct({ deleted: Schema.Literal(true) }),
    run: ({ id }, { teamId, idempotencyKey }) =>
      desk.remove(teamId, idempotencyKey, id).pipe(Effect.flatMap((isDeleted) => (isDeleted ? Effect.succeed({ deleted: true } as const) : noTicket(id))))
  })

  const slow = builtinTool({
    path: "demo.slow",
    effect: "read",
    description: "Does nothing for the given time, then returns it.",
    input: Schema.Struct({
      ms: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: longestSleepMs })).annotate({ description: "Milliseconds, at most an hour" })
    }),
    output: Schema.Struct({ ms: Schema.Int }),
    run: ({ ms }) => Effect.as(Effect.sleep(ms), { ms })
  })

  const fail = builtinTool({
    path: "demo.fail",
    effect: "read",
    description: "Fails with the given code and message.",
    input: Schema.Struct({
      code: Schema.optionalKey(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100))),
      message: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(1000)))
    }),
    output: Schema.Never,
    run: ({ code, message }) => Effect.fail(new ToolError({ code: code ?? "demo_failed", message: message ?? "This tool always fails." }))
  })

  const echo = builtinTool({
    path: "demo.echo",
    effect: "read",
    description: "Returns the value it is given.",
    input: Schema.Struct({ value: Schema.Json }),
    output: Schema.Json,
    run: ({ value }) => Effect.succeed(value)
  })

  return builtinSource("demo", "A small ticket desk to try things with, and a slow, a failing and an echoing tool.", [
    list,
    get,
    create,
    remove,
    slow,
    fail,
    echo
  ])
})

const noTicket = (id: string) =>
  Effect.fail(new ToolError({ code: "ticket_not_found", status: 404, message: `There is no ticket ${id.slice(0, 100)}.`, details: { id: id.slice(0, 100) } }))
