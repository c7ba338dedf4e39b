import { listAudit } from "@/server/http/v1/audit"

export const dynamic = "force-dynamic"

export const GET = listAudit.handle
