export { handleAuth as GET, handleAuth as POST } from "@/server/http/auth-route"

export const runtime = "nodejs"
export const dynamic = "force-dynamic"
