import { Effect } from "effect"
import { TeamId } from "../domain/ids"
import { isUniqueViolation } from "../store/prisma-failure"
import { Auth } from "./auth"
import { randomId } from "./random-id"

const firstTeamSlug = "team"

/** The installation's first team; it exists from the first boot on, before any admin. */
export const firstTeam: Effect.Effect<TeamId, never, Auth> = Effect.gen(function* () {
  const { client } = yield* Auth
  const found = yield* Effect.promise(() => client.organization.findUnique({ where: { slug: firstTeamSlug }, select: { id: true } }))
  if (found !== null) return TeamId.make(found.id)
  return yield* Effect.promise(async () => {
    const create = () =>
      client.organization.create({ data: { id: randomId(), name: "My team", slug: firstTeamSlug, createdAt: new Date() }, select: { id: true } })
    // Two processes on one PostgreSQL may boot at once: whoever is second takes the team of the first.
    const team = await create().catch((cause: unknown) => {
      if (!isUniqueViolation(cause)) throw cause
      return client.organization.findUniqueOrThrow({ where: { slug: firstTeamSlug }, select: { id: true } })
    })
    return TeamId.make(team.id)
  })
}).pipe(Effect.withSpan("firstTeam"))
