import { Schema } from "effect"

/** One fault of a request: where (`code`, `filter.status.0`; empty: the whole) and what. */
export const Issue = Schema.Struct({ path: Schema.String, message: Schema.String })
export type Issue = typeof Issue.Type

/** A request that changes state came from another site, or does not say where it came from. */
export class CrossSite extends Schema.TaggedError<CrossSite>()("CrossSite", { reason: Schema.String }) {}
export class MalformedRequest extends Schema.TaggedError<MalformedRequest>()("MalformedRequest", { message: Schema.String, issues: Schema.Array(Issue) }) {}
export class BodyTooLarge extends Schema.TaggedError<BodyTooLarge>()("BodyTooLarge", { limitBytes: Schema.Int }) {}
export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()("UnsupportedMediaType", {}) {}
/** For what has no error of its own; `what` is a word of the vocabulary. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", { what: Schema.String }) {}
/** The state of things does not allow it; `message` says why in one sentence. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", { code: Schema.String, message: Schema.String }) {}
