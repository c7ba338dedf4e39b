import type { Principal } from "../domain/principal"

/** Who calls over MCP: the agent that holds a service token, or a client that a person let in. People do not come this way; their cookie counts for nothing here. */
export type Agent = Extract<Principal, { readonly _tag: "ServiceToken" }>

/** Over HTTP the same token is a `service_token`; here it speaks for an agent, under the same id and name. */
export const agentOf = (principal: Principal): Agent | null =>
  principal._tag === "Person" ? null : { ...principal, actor: { ...principal.actor, kind: "agent" } }
