import { postRotation } from "@/server/http/v1/webhooks"

export const dynamic = "force-dynamic"

export const POST = postRotation.handle
