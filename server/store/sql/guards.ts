import { terminalStatuses } from "../../domain/run"

const list = (values: ReadonlyArray<string>): string => values.map((value) => `'${value}'`).join(", ")

export const terminal = list(terminalStatuses)
/** Tool calls that have not come to an end. */
export const openCall = list(["waiting", "running", "uncertain"])
