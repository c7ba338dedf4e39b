import { Field, fieldProps, inputClass, TextArea, TextInput } from "@/app/ui/field"

export interface SourceFieldProps {
  /** What was typed into a field before the form was refused. */
  readonly value: (name: string) => string
  readonly error: (path: string) => string | undefined
}

/** A form may carry so much; more goes over the HTTP API or by address. */
const mostFileBytes = 4 << 20

interface OpenApiProps extends SourceFieldProps {
  readonly tooLarge: boolean
  readonly onTooLarge: (tooLarge: boolean) => void
}

export const OpenApiFields = ({ value, error, tooLarge, onTooLarge }: OpenApiProps) => {
  const fileFault = tooLarge ? "Larger than 4 MB: give its address instead, or send it to POST /api/v1/sources." : undefined
  return (
    <>
      <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3.5 rounded-lg border border-border p-4">
        <legend className="px-1 font-emphasis">Its description</legend>
        <Field id="source-url" label="Address" help="JSON or YAML. It can be read again later to pick up changes." error={error("url")}>
          <TextInput
            name="url"
            type="url"
            defaultValue={value("url")}
            placeholder="https://billing.example.com/openapi.json"
            {...fieldProps("source-url", { help: true, error: error("url") })}
          />
        </Field>
        <Field id="source-file" label="or a file" error={fileFault}>
          <input
            type="file"
            name="file"
            accept=".json,.yaml,.yml,application/json,application/yaml"
            onChange={(event) => onTooLarge((event.target.files?.[0]?.size ?? 0) > mostFileBytes)}
            className={inputClass}
            {...fieldProps("source-file", { error: fileFault })}
          />
        </Field>
        <Field id="source-spec" label="or its text" error={error("spec")}>
          <TextArea
            name="spec"
            rows={5}
            spellCheck={false}
            defaultValue={value("spec")}
            className="font-mono text-xs leading-5"
            {...fieldProps("source-spec", { error: error("spec") })}
          />
        </Field>
      </fieldset>
      <Field id="source-base" label="Address of the API" optional help="Where calls go, if not to the description's first server." error={error("baseUrl")}>
        <TextInput
          name="baseUrl"
          type="url"
          defaultValue={value("baseUrl")}
          placeholder="https://api.example.com/v1"
          {...fieldProps("source-base", { help: true, error: error("baseUrl") })}
        />
      </Field>
    </>
  )
}

export const GraphqlFields = ({ value, error }: SourceFieldProps) => (
  <Field id="source-url" label="Address" help="Its schema is asked for once, and again when you refresh the source." error={error("url")}>
    <TextInput
      name="url"
      type="url"
      required
      defaultValue={value("url")}
      placeholder="https://api.example.com/graphql"
      {...fieldProps("source-url", { help: true, error: error("url") })}
    />
  </Field>
)

export const McpFields = ({ value, error }: SourceFieldProps) => (
  <Field id="source-url" label="Address" help="Streamable HTTP, or the older SSE." error={error("url")}>
    <TextInput
      name="url"
      type="url"
      defaultValue={value("url")}
      placeholder="https://mcp.example.com/mcp"
      {...fieldProps("source-url", { help: true, error: error("url") })}
    />
  </Field>
)

/** Instead of an address: a command on the machine of the server. */
export const CommandFields = ({ value, error, allowed }: SourceFieldProps & { readonly allowed: boolean }) => (
  <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3.5 rounded-lg border border-border p-4">
    <legend className="px-1 font-emphasis">Or a command</legend>
    {!allowed && (
      <p className="text-pretty text-text-muted">
        A server can also be a command that Signalbox starts on its own machine. That is off here: whoever runs this server can turn it on with{" "}
        <span className="mono">SIGNALBOX_ALLOW_STDIO=1</span>.
      </p>
    )}
    {allowed && (
      <>
        <p className="text-pretty text-text-muted">Started on the machine of this server with its rights, when its tools are called.</p>
        <Field id="source-command" label="Command" error={error("command")}>
          <TextInput
            name="command"
            defaultValue={value("command")}
            placeholder="npx"
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            {...fieldProps("source-command", { error: error("command") })}
          />
        </Field>
        <Field id="source-args" label="Arguments" help="One a line" error={error("args")}>
          <TextArea
            name="args"
            rows={3}
            spellCheck={false}
            defaultValue={value("args")}
            className="font-mono text-xs leading-5"
            {...fieldProps("source-args", { help: true, error: error("args") })}
          />
        </Field>
        <Field
          id="source-env"
          label="Environment"
          help="NAME=value, one a line. Kept sealed; nothing else of the server's environment reaches the command."
          error={error("secretEnv")}
        >
          <TextArea
            name="secretEnv"
            rows={2}
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-xs leading-5"
            {...fieldProps("source-env", { help: true, error: error("secretEnv") })}
          />
        </Field>
      </>
    )}
  </fieldset>
)
