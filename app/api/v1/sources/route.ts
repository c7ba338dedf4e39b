import { listSources, postSource } from "@/server/http/v1/sources"

export const dynamic = "force-dynamic"

export const GET = listSources.handle
export const POST = postSource.handle
