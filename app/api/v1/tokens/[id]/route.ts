import { deleteToken } from "@/server/http/v1/tokens"

export const dynamic = "force-dynamic"

export const DELETE = deleteToken.handle
