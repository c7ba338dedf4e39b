import { getRun } from "@/server/http/v1/runs"

export const dynamic = "force-dynamic"

export const GET = getRun.handle
