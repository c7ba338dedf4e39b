import { handleMcp, handleMcpSession } from "@/server/mcp/handler"

export const dynamic = "force-dynamic"

export const POST = handleMcp
export const GET = handleMcpSession
export const DELETE = handleMcpSession
