import { Effect, Schema } from "effect"
import { AllowedHost, HostEntry } from "../../domain/host-entry"
import type { Principal } from "../../domain/principal"
import { HostTable } from "../../store/host-table"
import { NotFound } from "../request-errors"
import { body, noBody } from "./body"
import { endpoint, noQuery } from "./endpoint"

const editor = ({ teamId, actor }: Principal) => ({ teamId, actor, via: "api" }) as const
const All = Schema.Struct({ items: Schema.Array(AllowedHost) })
const all = Effect.map(
  HostTable.use(({ list }) => list),
  (items) => ({ items })
)

export const listHosts = endpoint({
  method: "GET",
  path: "/api/v1/hosts",
  operationId: "listHosts",
  permission: "hosts:manage",
  summary: "Private places that outgoing calls may reach: those of SIGNALBOX_ALLOW_HOSTS (`by` is null), and those that an admin allowed.",
  query: noQuery,
  body: noBody,
  answer: All,
  statuses: { 200: "All of them" },
  failures: [],
  run: () => Effect.map(all, (value) => ({ value }))
})

export const postHost = endpoint({
  method: "POST",
  path: "/api/v1/hosts",
  operationId: "allowHost",
  permission: "hosts:manage",
  summary: "Lets outgoing calls reach a private place: `host`, `host:port` or a CIDR range. It counts from the next call on.",
  query: noQuery,
  body: body(Schema.Struct({ host: HostEntry })),
  answer: All,
  statuses: { 201: "All of them, with this one" },
  failures: [503],
  run: Effect.fnUntraced(function* ({ principal, body: { host } }) {
    yield* HostTable.use((hosts) => hosts.allow(host, editor(principal)))
    return { status: 201, value: yield* all }
  })
})

export const deleteHost = endpoint({
  method: "DELETE",
  path: "/api/v1/hosts/{id}",
  operationId: "removeHost",
  permission: "hosts:manage",
  summary: "No longer lets calls reach this place; `id` is the entry as it is listed, escaped for a URL.",
  query: noQuery,
  body: noBody,
  answer: All,
  statuses: { 200: "Those that are left" },
  failures: [404, 503],
  run: Effect.fnUntraced(function* ({ principal, id }) {
    if (!(yield* HostTable.use((hosts) => hosts.remove(id, editor(principal))))) return yield* new NotFound({ what: "allowed host" })
    return { value: yield* all }
  })
})
