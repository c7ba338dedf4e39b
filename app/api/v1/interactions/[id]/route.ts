import { getInteraction } from "@/server/http/v1/interactions"

export const dynamic = "force-dynamic"

export const GET = getInteraction.handle
