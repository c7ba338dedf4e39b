import { listWebhooks, postWebhook } from "@/server/http/v1/webhooks"

export const dynamic = "force-dynamic"

export const GET = listWebhooks.handle
export const POST = postWebhook.handle
