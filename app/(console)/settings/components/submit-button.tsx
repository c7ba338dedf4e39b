"use client"
import type { ReactNode } from "react"
import { useFormStatus } from "react-dom"
import { buttonClass } from "@/app/ui/button-class"

/** Of a form whose action the server does: pressed once, it waits for the answer. */
export const SubmitButton = ({ look = "default", children }: { readonly look?: "default" | "primary" | "danger"; readonly children: ReactNode }) => {
  const { pending } = useFormStatus()
  return (
    <button type="submit" className={buttonClass({ look, size: "lg" })} {...(pending && { "aria-disabled": true, onClick: (event) => event.preventDefault() })}>
      {children}
    </button>
  )
}
