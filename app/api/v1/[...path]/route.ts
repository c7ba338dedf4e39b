import { handleUnknownCall } from "@/server/http/v1/handlers"

export const dynamic = "force-dynamic"

export { handleUnknownCall as DELETE, handleUnknownCall as GET, handleUnknownCall as PATCH, handleUnknownCall as POST, handleUnknownCall as PUT }
