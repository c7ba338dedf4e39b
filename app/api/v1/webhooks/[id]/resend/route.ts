import { postResend } from "@/server/http/v1/webhook-deliveries"

export const dynamic = "force-dynamic"

export const POST = postResend.handle
