import { deleteWebhook, getWebhook, postWebhookChange } from "@/server/http/v1/webhooks"

export const dynamic = "force-dynamic"

export const GET = getWebhook.handle
export const POST = postWebhookChange.handle
export const DELETE = deleteWebhook.handle
