import { getRunPayload } from "@/server/http/v1/payloads"

export const dynamic = "force-dynamic"

export const GET = getRunPayload.handle
