import { listTools } from "@/server/http/v1/tools"

export const dynamic = "force-dynamic"

export const GET = listTools.handle
