import { Effect } from "effect"
import { AppConfig } from "../../config/config"
import { openApiDocument } from "../openapi"
import { NotFound } from "../request-errors"
import { json, respond } from "../respond"
import { endpoints } from "./endpoints"

/** `GET /api/v1/openapi.json`: open to everyone, since it tells nothing that the project does not. */
export const handleOpenApi = (request: Request): Promise<Response> =>
  respond(
    request,
    AppConfig.use((config) =>
      Effect.succeed(
        json(
          openApiDocument(
            endpoints.map(({ doc }) => doc),
            config
          )
        )
      )
    )
  )

/** Any other path below `/api/v1`. */
export const handleUnknownCall = (request: Request): Promise<Response> => respond(request, Effect.fail(new NotFound({ what: "call" })))
