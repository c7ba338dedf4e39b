import { Schema } from "effect"

/** A source cannot be added as it was given; nothing was stored. `path` names the field. */
export class SourceInvalid extends Schema.TaggedError<SourceInvalid>()("SourceInvalid", { path: Schema.String, reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

export class SourceNotFound extends Schema.TaggedError<SourceNotFound>()("SourceNotFound", { name: Schema.String }) {}
