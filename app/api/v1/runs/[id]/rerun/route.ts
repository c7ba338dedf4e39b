import { postRerun } from "@/server/http/v1/runs"

export const dynamic = "force-dynamic"

export const POST = postRerun.handle
