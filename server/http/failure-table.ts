import type { Issue } from "./request-errors"

/** What a caller is told: never a path of this machine, a stack or a secret. */
export interface Failure {
  readonly status: number
  readonly code: string
  /** What is wrong and what to do. */
  readonly message: string
  readonly requestId: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly issues?: ReadonlyArray<Issue>
  readonly retryAfterMs?: number
}

export type Told = Omit<Failure, "requestId">

/** One sentence and one status for each error of a family. */
export type FailureTable<E extends { readonly _tag: string }> = { readonly [Tag in E["_tag"]]: (error: Extract<E, { readonly _tag: Tag }>) => Told }
