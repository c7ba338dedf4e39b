import { handleOpenApi } from "@/server/http/v1/handlers"

export const dynamic = "force-dynamic"

export const GET = handleOpenApi
