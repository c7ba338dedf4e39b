import { type Installation, installation } from "../runtime/installation"
import { call } from "./call"
import { may, router } from "./init"

export const installationRouter = router({
  /** For the page "About". */
  get: may("installation:read").query((): Promise<Installation> => call(installation))
})
