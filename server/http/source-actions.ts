import { Effect, Schema } from "effect"
import type { Principal } from "../domain/principal"
import { SubmitInput } from "../domain/run"
import { ToolCatalog } from "../tools/catalog"
import { NewSource } from "../tools/new-source"
import type { SourceEditor } from "../tools/source-editor"
import { SourceRegistry } from "../tools/source-registry"
import { accessOf } from "../tools/tool-path"
import { action, goTo, thenRefresh } from "./action"
import { decodeForm, decodeRequest, jsonIn } from "./decode"
import { submitRun } from "./v1/run-verbs"

const editor = ({ teamId, actor }: Principal): SourceEditor => ({ teamId, actor, via: "console" })

/*
 * The forms of the Tools page; they work before JavaScript has loaded.
 */

const text = Schema.optionalKey(Schema.String)

const AddForm = Schema.Struct({
  name: Schema.String,
  url: text,
  spec: text,
  baseUrl: text,
  auth: Schema.optionalKey(Schema.Literals(["none", "bearer", "basic", "apiKey"])),
  username: text,
  /** The token, password or key; never sent back. */
  secret: text,
  keyName: text,
  keyIn: text
})

const given = (value: string | undefined): string | undefined => {
  const trimmed = value?.trim() ?? ""
  return trimmed === "" ? undefined : trimmed
}

const authOf = ({ auth = "none", username = "", secret = "", keyName, keyIn }: typeof AddForm.Type) => {
  switch (auth) {
    case "none":
      return {}
    case "bearer":
      return { auth: { type: "bearer", token: secret } }
    case "basic":
      return { auth: { type: "basic", username, password: secret } }
    case "apiKey":
      return { auth: { type: "apiKey", value: secret, ...(given(keyName) !== undefined && { name: given(keyName), in: given(keyIn) ?? "header" }) } }
  }
}

/** Adds a source and leads to it. */
export const addSourceAction = action(
  "sources:manage",
  AddForm,
  Effect.fn("addSourceForm")(function* (form, principal) {
    const [url, spec, baseUrl] = [given(form.url), given(form.spec), given(form.baseUrl)]
    const wanted = yield* decodeRequest(NewSource)({
      kind: "openapi",
      name: form.name.trim(),
      ...(url !== undefined && { url }),
      ...(spec !== undefined && { spec }),
      ...(baseUrl !== undefined && { baseUrl }),
      ...authOf(form)
    })
    const { name } = yield* SourceRegistry.use((sources) => sources.add(editor(principal), wanted))
    return goTo(`/tools?source=${encodeURIComponent(name)}`)
  })
)

const OneForm = Schema.Struct({ name: Schema.String })

export const refreshSourceAction = thenRefresh(
  action("sources:manage", OneForm, ({ name }, principal) =>
    SourceRegistry.use((sources) => sources.refresh(editor(principal), name)).pipe(
      Effect.map(({ status, error, toolCount }) =>
        status === "ready"
          ? { worked: true, message: `Read again: ${toolCount === 1 ? "1 tool" : `${toolCount} tools`}.` }
          : { worked: false, message: error ?? "The document could not be read." }
      )
    )
  )
)

export const testSourceAction = action("sources:manage", OneForm, ({ name }, principal) =>
  SourceRegistry.use((sources) => sources.test(principal.teamId, name)).pipe(Effect.map(({ answers, message }) => ({ worked: answers, message })))
)

export const removeSourceAction = action("sources:manage", OneForm, ({ name }, principal) =>
  SourceRegistry.use((sources) => sources.remove(editor(principal), name)).pipe(Effect.as(goTo("/tools")))
)

/** Calls one tool from a run of its own, so that the rules decide about it as about any other call. */
export const tryToolAction = action(
  "runs:submit",
  Schema.Struct({ path: Schema.String, args: text }),
  Effect.fn("tryToolForm")(function* ({ path, args = "" }, principal) {
    const tool = yield* ToolCatalog.use((catalog) => catalog.get(principal.teamId, path))
    const values = args.trim() === "" ? {} : yield* jsonIn(args, "args")
    const program = yield* decodeForm(SubmitInput)({ code: `// Try ${tool.path}\nreturn await ${accessOf(tool.path)}(args)`, args: values })
    const { runId } = yield* submitRun(principal, "console", program)
    return goTo(`/runs/${runId}`)
  })
)
