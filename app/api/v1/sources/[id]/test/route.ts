import { postTest } from "@/server/http/v1/sources"

export const dynamic = "force-dynamic"

export const POST = postTest.handle
