import { Effect, Schema } from "effect"
import type { Principal } from "../domain/principal"
import { SubmitInput } from "../domain/run"
import { ToolCatalog } from "../tools/catalog"
import { NewSource } from "../tools/new-source"
import type { SourceEditor } from "../tools/source-editor"
import { SourceInvalid } from "../tools/source-fault"
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
  kind: Schema.optionalKey(Schema.Literals(["openapi", "mcp", "graphql"])),
  name: Schema.String,
  url: text,
  spec: text,
  baseUrl: text,
  command: text,
  /** One a line. */
  args: text,
  /** `NAME=value`, one a line; never sent back. */
  secretEnv: text,
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
    const wanted = yield* decodeRequest(NewSource)(yield* sourceIn(form))
    const { name } = yield* SourceRegistry.use((sources) => sources.add(editor(principal), wanted))
    return goTo(`/tools?source=${encodeURIComponent(name)}`)
  })
)

const linesOf = (typed: string | undefined): ReadonlyArray<string> =>
  (typed ?? "")
    .split("\n")
    .map((line) => line.replace(/\r$/, ""))
    .filter((line) => line.trim() !== "")

/** The form as the HTTP API would be told it. */
const sourceIn = Effect.fnUntraced(function* (form: typeof AddForm.Type) {
  const [url, spec, baseUrl, command] = [given(form.url), given(form.spec), given(form.baseUrl), given(form.command)]
  const { kind = "openapi" } = form
  const common = { kind, name: form.name.trim(), ...(url !== undefined && { url }) }
  switch (kind) {
    case "openapi":
      return { ...common, ...authOf(form), ...(spec !== undefined && { spec }), ...(baseUrl !== undefined && { baseUrl }) }
    case "graphql":
      return { ...common, url: url ?? "", ...authOf(form) }
    case "mcp":
      return command === undefined
        ? { ...common, ...authOf(form) }
        : { ...common, command, args: linesOf(form.args), env: yield* environmentIn(form.secretEnv) }
  }
})

const environmentIn = Effect.fnUntraced(function* (typed: string | undefined) {
  const lines = linesOf(typed)
  const wrong = lines.find((line) => !/^[A-Za-z_][A-Za-z0-9_]*=/.test(line))
  // Without the line: it may hold a secret.
  if (wrong !== undefined) return yield* new SourceInvalid({ path: "secretEnv", reason: `Line ${lines.indexOf(wrong) + 1} is not NAME=value.` })
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]))
})

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

export const trustHintsAction = thenRefresh(
  action("sources:manage", Schema.Struct({ name: Schema.String, trust: Schema.Literals(["yes", "no"]) }), ({ name, trust }, principal) =>
    SourceRegistry.use((sources) => sources.trustHints(editor(principal), name, trust === "yes")).pipe(
      Effect.map(({ trustsHints }) => ({
        worked: true,
        message: trustsHints ? "What its tools say of themselves is believed from now on." : "What its tools say of themselves is not believed any more."
      }))
    )
  )
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
