import { getEvents } from "@/server/http/v1/run-events"

export const dynamic = "force-dynamic"

export const GET = getEvents.handle
