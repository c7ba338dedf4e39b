import { Icon, type IconName } from "@/app/ui/icons"
import { VisibleText } from "@/app/ui/untrusted-text"
import { spelledOut } from "@/server/domain/hidden-characters"
import type { Actor, ActorKind } from "@/server/domain/principal"

const icons: Record<ActorKind, IconName> = { user: "person", service_token: "key", agent: "agent", system: "gear" }
const words: Record<ActorKind, string> = { user: "Person", service_token: "Service token", agent: "Agent", system: "Signalbox" }

/** Who it was: an icon for the kind, and the name. */
export const ActorName = ({ actor }: { readonly actor: Actor }) => (
  <span className="flex items-center gap-1.5 max-md:gap-[5px] max-md:text-xs max-md:text-text-muted" title={`${words[actor.kind]} ${spelledOut(actor.label)}`}>
    <Icon name={icons[actor.kind]} size={14} className="text-text-subtle max-md:size-3" />
    <span className="truncate">
      <VisibleText text={actor.label} />
    </span>
  </span>
)
