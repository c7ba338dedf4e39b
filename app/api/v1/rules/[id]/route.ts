import { deleteRule, getRule, postRuleChange } from "@/server/http/v1/rules"

export const dynamic = "force-dynamic"

export const GET = getRule.handle
export const POST = postRuleChange.handle
export const DELETE = deleteRule.handle
