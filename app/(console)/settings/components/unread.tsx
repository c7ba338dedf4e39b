import { readAddress } from "@/app/hooks/page-address"
import { IgnoredRow } from "@/app/ui/ignored-chips"
import { askedSearch } from "../../asked-search"

/** For a page that reads nothing of its address: whatever stands there is told, first on the page. */
export const UnreadAddress = async ({ path }: { readonly path: string }) => (
  <IgnoredRow ignored={readAddress(path, await askedSearch(), {}).ignored} place="panels" />
)
