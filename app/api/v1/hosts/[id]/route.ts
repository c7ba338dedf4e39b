import { deleteHost } from "@/server/http/v1/hosts"

export const dynamic = "force-dynamic"

export const DELETE = deleteHost.handle
