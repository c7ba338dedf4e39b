import { listRules, postRule } from "@/server/http/v1/rules"

export const dynamic = "force-dynamic"

export const GET = listRules.handle
export const POST = postRule.handle
