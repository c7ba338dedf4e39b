import { listTokens, postToken } from "@/server/http/v1/tokens"

export const dynamic = "force-dynamic"

export const GET = listTokens.handle
export const POST = postToken.handle
