import { exportRuns } from "@/server/http/v1/run-export"

export const dynamic = "force-dynamic"

export const GET = exportRuns.handle
