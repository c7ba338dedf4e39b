import type { SourceNameTaken } from "../store/source-store"
import type { SourceInvalid, SourceNotFound } from "../tools/source-fault"
import type { FailureTable } from "./failure-table"

/** What goes wrong with tool sources. */
export type SourceFailure = SourceInvalid | SourceNameTaken | SourceNotFound

export const sourceFailures: FailureTable<SourceFailure> = {
  SourceInvalid: ({ path, reason }) => ({ status: 400, code: "invalid_source", message: reason, issues: [{ path, message: reason }] }),
  SourceNameTaken: ({ name }) => ({
    status: 409,
    code: "source_exists",
    message: `There is a source called ${name} already. Remove it first, or take another name.`,
    issues: [{ path: "name", message: "There is a source of this name already." }],
    details: { name }
  }),
  SourceNotFound: ({ name }) => ({ status: 404, code: "source_not_found", message: "There is no such source.", details: { name } })
}
