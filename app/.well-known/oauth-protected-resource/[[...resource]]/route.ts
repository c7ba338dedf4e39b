import { handleProtectedResource } from "@/server/mcp/protected-resource"

export const dynamic = "force-dynamic"

export const GET = handleProtectedResource
