"use client"
import { type Ref, useEffect, useRef } from "react"
import type { ActionFailure } from "@/server/domain/action-state"
import { ErrorSummary, Field, fieldProps, TextArea, TextInput } from "./field"
import { controlId, type FieldFault, faultsTitle } from "./form-values"

/** Why an answer was not taken; each fault leads to its field. */
export const Refusal = ({
  ref,
  failure,
  faults,
  formId
}: {
  readonly ref: Ref<HTMLDivElement>
  readonly failure: ActionFailure
  readonly faults: ReadonlyArray<FieldFault>
  readonly formId: string
}) =>
  faults.length > 0 ? (
    <ErrorSummary
      ref={ref}
      title={faultsTitle(faults.length)}
      issues={faults.map((fault) => ({ id: fault.name === "" ? formId : controlId(formId, fault.name), message: fault.sentence }))}
    />
  ) : (
    <ErrorSummary ref={ref} title={failure.message} />
  )

/** Why: needed to decline. */
export const ReasonField = ({
  id,
  ref,
  missing,
  always,
  seenBy,
  initial
}: {
  readonly id: string
  readonly ref: Ref<HTMLTextAreaElement>
  readonly missing: boolean
  readonly always: boolean
  /** The program gets the reason of a decline; a tool that asks itself does not. */
  readonly seenBy: "program" | "record"
  readonly initial: string
}) => {
  const error = missing ? "Say why, then decline (Ctrl ↵)" : undefined
  return (
    <Field
      id={id}
      label={
        <>
          Reason <span className="font-normal text-text-subtle">{always ? "optional, needed to decline" : "needed to decline"}</span>
        </>
      }
      error={error}
    >
      <TextArea
        ref={ref}
        name="comment"
        rows={1}
        maxLength={4000}
        defaultValue={initial}
        placeholder={seenBy === "program" ? "The program gets it, and it is kept in the record" : "Kept in the record"}
        className="resize-none! [field-sizing:content]"
        {...fieldProps(id, { error })}
      />
    </Field>
  )
}

/** A destructive call is approved by typing what it does. */
export const ConfirmField = ({ id, word, onType }: { readonly id: string; readonly word: string; readonly onType: (text: string) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  // What was typed before JavaScript had loaded counts.
  useEffect(() => onType(input.current?.value ?? ""), [onType])
  return (
    <Field
      id={id}
      label={
        <>
          Type <b className="mono font-semibold">{word}</b> to approve
        </>
      }
    >
      <TextInput
        ref={input}
        name="confirm"
        required
        pattern={`\\s*${word}\\s*`}
        title={word}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
        className="font-mono text-sm"
        {...fieldProps(id)}
      />
    </Field>
  )
}
