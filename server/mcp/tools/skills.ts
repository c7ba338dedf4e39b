import { Effect, Schema } from "effect"
import { NotFound } from "../../http/request-errors"
import { dataReply } from "../results"
import { approvals } from "../skills/approvals"
import { errors } from "../skills/errors"
import { programs } from "../skills/programs"
import { retries } from "../skills/retries"
import type { Skill } from "../skills/skill"
import { mcpTool } from "../tool"

/** In the order in which an agent needs them. */
export const allSkills: ReadonlyArray<Skill> = [programs, approvals, retries, errors]

export const skills = mcpTool({
  name: "skills",
  title: "How to work here",
  description: `Short guides for writing programs here: ${allSkills.map(({ name }) => name).join(", ")}. Without a name it lists them. Read programs before your first execute.`,
  input: Schema.Struct({ name: Schema.optionalKey(Schema.String) }),
  about: { name: "Which guide; all are listed without it." },
  statuses: null,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: Effect.fnUntraced(function* ({ name }) {
    if (name === undefined) {
      const listed = allSkills.map(({ name: each, summary }) => ({ name: each, summary }))
      return dataReply({ skills: listed }, listed.map((each) => `${each.name}: ${each.summary}`).join("\n"))
    }
    const found = allSkills.find((skill) => skill.name === name)
    if (found === undefined) return yield* new NotFound({ what: `skill; there are ${allSkills.map((skill) => skill.name).join(", ")}` })
    return dataReply({ name: found.name, text: found.text }, found.text)
  })
})
