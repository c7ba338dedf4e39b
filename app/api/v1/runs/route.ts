import { listRuns, postRun } from "@/server/http/v1/runs"

export const dynamic = "force-dynamic"

export const GET = listRuns.handle
export const POST = postRun.handle
