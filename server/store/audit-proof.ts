import type { ChainFault, ChainHead, ChainRow } from "./audit-chain"
import { emptyChain, followChain } from "./audit-chain"

/** So many entries are read at once. */
const batch = 1000

/** Gives the team's entries after `seq`, in order, at most `limit`. */
export type ReadChain = (teamId: string, after: number, limit: number) => Promise<ReadonlyArray<ChainRow>>

export interface ChainProof {
  readonly teamId: string
  readonly head: ChainHead
  readonly fault: ChainFault | null
}

/** Follows a team's whole chain: where it ends, or the first entry that is not what was written. */
export const proveChain = async (teamId: string, read: ReadChain): Promise<ChainProof> => {
  let head = emptyChain
  while (true) {
    const rows = await read(teamId, head.seq, batch)
    const followed = followChain(head, rows)
    head = followed.head
    if (followed.fault !== null || rows.length < batch) return { teamId, head, fault: followed.fault }
  }
}

/** One line about a chain. */
export const proofWords = ({ head, fault }: ChainProof): string => {
  if (fault === null) return head.seq === 0 ? "no entries yet" : `${head.seq} entries, unbroken; the last hash is ${head.hash}`
  switch (fault._tag) {
    case "Missing":
      return `broken: entry ${fault.seq} is missing`
    case "Unlinked":
      return `broken: entry ${fault.seq} does not follow the one before it`
    case "Changed":
      return `broken: entry ${fault.seq} was changed`
  }
}
