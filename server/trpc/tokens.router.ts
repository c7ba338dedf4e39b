import { Schema } from "effect"
import { createServiceToken, listServiceTokens, NewServiceToken, revokeServiceToken, type ServiceToken } from "../auth/service-tokens"
import type { Scope } from "../domain/principal"
import { call } from "./call"
import { may, router, valid } from "./init"

/** `token` is the secret. */
interface Made {
  readonly id: string
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly token: string
}

export const tokensRouter = router({
  list: may("tokens:manage").query(({ ctx }): Promise<ReadonlyArray<ServiceToken>> => call(listServiceTokens(ctx.principal))),

  create: may("tokens:manage")
    .input(valid(NewServiceToken))
    .mutation(({ ctx, input }): Promise<Made> => call(createServiceToken(ctx.principal, input, "console"))),

  revoke: may("tokens:manage")
    .input(valid(Schema.Struct({ id: Schema.NonEmptyString })))
    .mutation(({ ctx, input }): Promise<void> => call(revokeServiceToken(ctx.principal, input.id, "console")))
})
