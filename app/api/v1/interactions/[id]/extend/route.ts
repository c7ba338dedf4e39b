import { postExtend } from "@/server/http/v1/interactions"

export const dynamic = "force-dynamic"

export const POST = postExtend.handle
