import type { Effect } from "effect"
import type { SourceProblem } from "../domain/source"
import type { ToolError } from "../engine/tool-invoker"
import type { SourceContent, StoredSource } from "../store/source-store"
import type { SourceInvalid } from "./source-fault"
import type { ToolSource } from "./tool-source"

/** What a source says of itself, read and checked. */
export interface ReadSource {
  readonly title: string
  readonly description: string | null
  readonly toolCount: number
  /** What it has and we cannot offer, with the reason. */
  readonly problems: ReadonlyArray<SourceProblem>
  readonly content: Omit<SourceContent, "secret">
}

/** A source as it can be stored. */
export interface NewlyRead extends ReadSource {
  /** Where it comes from, without what may be a secret; null: it was pasted. */
  readonly url: string | null
  /** Where its calls go. */
  readonly baseUrl: string
  readonly origins: ReadonlyArray<string>
  /** What kind of credentials it has, in words. */
  readonly credentials: string | null
  /** Kept sealed. */
  readonly secret: string
}

/** Whether a source answers, in one sentence. */
export interface SourceTest {
  readonly answers: boolean
  readonly message: string
}

/** What is kept of a source, its secret opened. */
export interface KeptSource {
  readonly source: StoredSource
  readonly content: Omit<SourceContent, "secret"> & { readonly secret: string }
  /** What its calls use, as the person who decides about one should read it. */
  readonly connection: string
}

/** All that is different from one kind of source to another. */
export interface SourceDriver<Given> {
  /** Nothing is stored unless this succeeds. `id` is what the source will be known by. */
  readonly read: (id: string, given: Given) => Effect.Effect<NewlyRead, SourceInvalid>
  readonly readAgain: (kept: KeptSource) => Effect.Effect<ReadSource, SourceInvalid>
  /** `changed`: the source says that its tools are others now. */
  readonly open: (kept: KeptSource, changed: Effect.Effect<void>) => Effect.Effect<ToolSource, ToolError>
  /** Changes nothing. */
  readonly test: (kept: KeptSource) => Effect.Effect<SourceTest>
  /** The source is gone: so is all that was open for it. */
  readonly close: (id: string) => Effect.Effect<void>
}
