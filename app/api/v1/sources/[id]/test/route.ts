import { postSourceTest } from "@/server/http/v1/sources"

export const dynamic = "force-dynamic"

export const POST = postSourceTest.handle
