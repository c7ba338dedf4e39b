import { Schema } from "effect"
import { TeamId } from "./ids"

/** Who did something. `id` is stable, `label` is what people read; both are text that was true when it happened. */
export const ActorKind = Schema.Literals(["user", "service_token", "agent", "system"])
export type ActorKind = typeof ActorKind.Type

export const Actor = Schema.Struct({ kind: ActorKind, id: Schema.String, label: Schema.String })
export type Actor = typeof Actor.Type

/** The engine itself, when no person or credential acted. */
export const systemActor: Actor = { kind: "system", id: "system", label: "Signalbox" }

export const Role = Schema.Literals(["viewer", "operator", "admin"])
export type Role = typeof Role.Type

export const Scope = Schema.Literals(["runs:submit", "runs:read", "metrics:read"])
export type Scope = typeof Scope.Type

/** An authenticated caller. A person has a role in the team; a credential has scopes and never decides. */
export const Principal = Schema.Union([
  Schema.TaggedStruct("Person", { actor: Actor, teamId: TeamId, role: Role }),
  Schema.TaggedStruct("ServiceToken", { actor: Actor, teamId: TeamId, scopes: Schema.Array(Scope) })
])
export type Principal = typeof Principal.Type
