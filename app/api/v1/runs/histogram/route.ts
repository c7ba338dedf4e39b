import { getHistogram } from "@/server/http/v1/run-counts"

export const dynamic = "force-dynamic"

export const GET = getHistogram.handle
