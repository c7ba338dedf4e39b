import { handleMalformedPath } from "@/server/http/malformed-path"

export const dynamic = "force-dynamic"

export {
  handleMalformedPath as DELETE,
  handleMalformedPath as GET,
  handleMalformedPath as HEAD,
  handleMalformedPath as PATCH,
  handleMalformedPath as POST,
  handleMalformedPath as PUT
}
