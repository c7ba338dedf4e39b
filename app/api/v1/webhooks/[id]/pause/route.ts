import { postPause } from "@/server/http/v1/webhooks"

export const dynamic = "force-dynamic"

export const POST = postPause.handle
