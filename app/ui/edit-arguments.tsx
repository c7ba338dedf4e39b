"use client"
import { useEffect, useRef } from "react"
import type { Interaction } from "@/server/domain/interaction"
import { buttonClass } from "./button-class"
import { Field, fieldProps, TextArea } from "./field"
import { Icon } from "./icons"

/** The arguments as text to edit. */
export const argumentsText = (question: Pick<Interaction, "args">): string => JSON.stringify(question.args ?? {}, null, 2)

/** Other arguments than those that were asked for; closed until somebody wants to. Works before JavaScript has loaded. */
export const EditArguments = ({
  id,
  question,
  error,
  initial,
  onText
}: {
  readonly id: string
  readonly question: Interaction
  readonly error: string | undefined
  /** What was typed in an answer that was refused. */
  readonly initial: string | undefined
  /** What stands there: at first, and whenever it changes. */
  readonly onText: (text: string) => void
}) => {
  const input = useRef<HTMLTextAreaElement>(null)
  const revision = question.revision ?? 0
  // Also what was typed before JavaScript had loaded, and what somebody else's edit has put there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision is another text
  useEffect(() => onText(input.current?.value ?? ""), [onText, revision])
  const text = argumentsText(question)
  const help = "Checked against the tool’s schema and the rules again. A value shown as [redacted] stays what it is."
  return (
    // Somebody may have opened it before JavaScript had loaded.
    <details suppressHydrationWarning open={error !== undefined || (initial !== undefined && initial.trim() !== text)} className="group mt-2">
      <summary className={`${buttonClass({ look: "ghost", size: "sm" })} -ml-2 cursor-pointer list-none [&::-webkit-details-marker]:hidden`}>
        <Icon name="chevron-right" size={12} className="transition-transform group-open:rotate-90" />
        Edit arguments before approving
      </summary>
      <Field id={id} label="Arguments to call it with" help={help} error={error} className="mt-1.5">
        <TextArea
          ref={input}
          name="args"
          onChange={(event) => onText(event.target.value)}
          rows={Math.min(14, Math.max(3, text.split("\n").length))}
          defaultValue={initial ?? text}
          // The question may be edited by somebody else meanwhile: what they made of it is what is edited next.
          key={revision}
          spellCheck={false}
          className="font-mono text-xs! leading-[18px]!"
          {...fieldProps(id, { help, error })}
        />
      </Field>
    </details>
  )
}
