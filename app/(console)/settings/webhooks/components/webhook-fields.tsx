import { Field, fieldProps, TextInput } from "@/app/ui/field"
import type { ActionState } from "@/server/domain/action-state"
import { WebhookEvent } from "@/server/domain/webhook"
import { CheckGroup } from "../../components/check-group"
import { eventWords } from "../webhook-words"

type Props = {
  readonly id: string
  readonly state: ActionState<unknown>
  readonly name: string
  readonly events: ReadonlyArray<string>
  /** What stands there now; without it, an address has to be given. */
  readonly url?: string
}

/** What is wrong with a field or with something in it. */
const faultOf = (state: ActionState<unknown>, field: string): string | undefined =>
  state.status === "failed" ? state.failure.issues?.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message : undefined

const typedText = (state: ActionState<unknown>, field: string, otherwise: string): string => {
  const typed = state.status === "failed" ? state.values[field] : undefined
  return typeof typed === "string" ? typed : otherwise
}

/** The ids of the fields, for the summary of what is wrong. */
export const webhookFieldIds = (id: string) => ({ name: `${id}-name`, url: `${id}-url`, events: `${id}-events` })

/** Name, address and events of a webhook. */
export const WebhookFields = ({ id, state, name, url, events }: Props) => {
  const ids = webhookFieldIds(id)
  const [nameError, urlError, eventsError] = [faultOf(state, "name"), faultOf(state, "url"), faultOf(state, "events")]
  const ticked = state.status === "failed" ? [state.values["events"] ?? []].flat() : events
  const urlHelp = url === undefined ? "Answers with 2xx once it has the message" : `Now ${url}. Leave it empty to keep it`
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-3 max-md:grid-cols-1">
        <Field id={ids.name} label="Name" error={nameError}>
          <TextInput
            {...fieldProps(ids.name, { error: nameError })}
            name="name"
            autoComplete="off"
            maxLength={100}
            required
            defaultValue={typedText(state, "name", name)}
          />
        </Field>
        <Field id={ids.url} label="Address" help={urlHelp} error={urlError}>
          <TextInput
            {...fieldProps(ids.url, { help: true, error: urlError })}
            name="url"
            type="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={2000}
            required={url === undefined}
            placeholder="https://example.com/hooks/signalbox"
            defaultValue={typedText(state, "url", "")}
            className="font-mono text-xs"
          />
        </Field>
      </div>
      <CheckGroup
        id={ids.events}
        legend="Tells when"
        name="events"
        choices={WebhookEvent.literals.map((event) => ({
          value: event,
          words: (
            <>
              {eventWords[event]} <span className="mono text-text-muted">{event}</span>
            </>
          )
        }))}
        ticked={ticked}
        error={eventsError}
      />
    </>
  )
}
