import { Effect, Schema } from "effect"
import { AllowedHost, NewAllowedHost } from "../../domain/host-entry"
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
  summary:
    "Places that outgoing calls may reach beside the public ones of sources: those of SIGNALBOX_ALLOW_HOSTS (`by` is null), and those that an admin allowed. `uses`: `private` is reached although its addresses are private, `fetch` is called by programs with http.fetch.",
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
  summary:
    "Allows a place: `host`, `host:port` or a CIDR range. `uses` says what for: `private`, for sources, webhooks and programs although its addresses are private; `fetch`, for http.fetch of programs. It counts from the next call on, and replaces what the place was allowed for before.",
  query: noQuery,
  body: body(NewAllowedHost),
  answer: All,
  statuses: { 201: "All of them, with this one" },
  failures: [503],
  run: Effect.fnUntraced(function* ({ principal, body: allowed }) {
    yield* HostTable.use((hosts) => hosts.allow(allowed, editor(principal)))
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
