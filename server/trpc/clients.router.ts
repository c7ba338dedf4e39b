import { Schema } from "effect"
import { type ConnectedClient, disconnectClient, listClients, listOwnClients } from "../auth/connected-clients"
import { call } from "./call"
import { may, router, valid } from "./init"

export const clientsRouter = router({
  /** Everybody's of the team. */
  list: may("clients:manage").query(({ ctx }): Promise<ReadonlyArray<ConnectedClient>> => call(listClients(ctx.principal))),

  mine: may("clients:connect").query(({ ctx }): Promise<ReadonlyArray<ConnectedClient>> => call(listOwnClients(ctx.principal))),

  /** One's own; for admins anybody's. */
  disconnect: may("clients:connect")
    .input(valid(Schema.Struct({ id: Schema.NonEmptyString })))
    .mutation(({ ctx, input }): Promise<void> => call(disconnectClient(ctx.principal, input.id)))
})
