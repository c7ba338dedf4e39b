export { handleTrpc as GET, handleTrpc as POST } from "@/server/trpc/handler"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
