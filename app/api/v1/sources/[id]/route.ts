import { deleteSource } from "@/server/http/v1/sources"

export const dynamic = "force-dynamic"

export const DELETE = deleteSource.handle
