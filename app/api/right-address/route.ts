export { handleRightAddress as GET } from "@/server/http/right-address"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
