import { deleteSource, getSource } from "@/server/http/v1/sources"

export const dynamic = "force-dynamic"

export const GET = getSource.handle
export const DELETE = deleteSource.handle
