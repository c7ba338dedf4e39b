export interface McpLimits {
  /** To connect, and to list. */
  readonly openMs: number
  /** A call may be quiet for so long: no result, no progress, nobody asked. */
  readonly quietMs: number
  /** And may take so long in all, without the time that people take. */
  readonly longestMs: number
  /** Of one answer or event. */
  readonly mostBytes: number
  /** People are asked so many things at once by one call, and so many in all. */
  readonly mostAsking: number
  readonly mostAsked: number
}

export const mcpLimits: McpLimits = { openMs: 20_000, quietMs: 60_000, longestMs: 600_000, mostBytes: 12 << 20, mostAsking: 10, mostAsked: 100 }
