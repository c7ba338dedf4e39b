import { handleAuthorizationServer } from "@/server/mcp/protected-resource"

export const dynamic = "force-dynamic"

export const GET = handleAuthorizationServer
