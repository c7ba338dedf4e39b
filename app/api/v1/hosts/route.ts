import { listHosts, postHost } from "@/server/http/v1/hosts"

export const dynamic = "force-dynamic"

export const GET = listHosts.handle
export const POST = postHost.handle
