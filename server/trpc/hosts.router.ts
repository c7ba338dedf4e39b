import type { AllowedHost } from "../domain/host-entry"
import { HostTable } from "../store/host-table"
import { call } from "./call"
import { may, router } from "./init"

export const hostsRouter = router({
  list: may("hosts:manage").query((): Promise<ReadonlyArray<AllowedHost>> => call(HostTable.use(({ list }) => list)))
})
