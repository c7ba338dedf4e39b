import type { Actor, ActorKind } from "@/server/domain/principal"
import { Icon, type IconName } from "./icons"

const icons: Record<ActorKind, IconName> = { user: "person", service_token: "key", agent: "agent", system: "gear" }
const words: Record<ActorKind, string> = { user: "Person", service_token: "Service token", agent: "Agent", system: "Signalbox" }

/** The icon that says what kind of actor it was. */
export const ActorMark = ({ actor, size = 14 }: { readonly actor: Pick<Actor, "kind">; readonly size?: 12 | 14 }) => (
  <Icon name={icons[actor.kind]} size={size} label={words[actor.kind]} className="text-text-subtle" />
)
