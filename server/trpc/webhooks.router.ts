import { Schema } from "effect"
import type { Webhook, WebhookDelivery } from "../domain/webhook"
import { Webhooks } from "../webhooks/webhooks"
import { call } from "./call"
import { may, router, valid } from "./init"

const page = 50

/** What the settings show; what they do goes through forms. */
export const webhooksRouter = router({
  list: may("webhooks:manage").query(({ ctx }): Promise<ReadonlyArray<Webhook>> => call(Webhooks.use((webhooks) => webhooks.list(ctx.principal.teamId)))),

  /** The newest messages to one of them. */
  deliveries: may("webhooks:manage")
    .input(valid(Schema.Struct({ id: Schema.String })))
    .query(
      ({ ctx, input: { id } }): Promise<ReadonlyArray<WebhookDelivery>> =>
        call(Webhooks.use((webhooks) => webhooks.deliveries({ teamId: ctx.principal.teamId, id, before: null, limit: page })))
    )
})
