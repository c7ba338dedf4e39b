"use server"
import { addSourceAction, refreshSourceAction, removeSourceAction, testSourceAction, trustHintsAction, tryToolAction } from "@/server/http/source-actions"

/** For `useActionState`. A chosen file stands for the text that would else be pasted. */
export const addSource = async (previous: Parameters<typeof addSourceAction>[0], form: FormData) => {
  const file = form.get("file")
  if (file instanceof File && file.size > 0) form.set("spec", await file.text())
  return addSourceAction(previous, form)
}

export const refreshSource = refreshSourceAction
export const testSource = testSourceAction
export const trustHints = trustHintsAction
export const removeSource = removeSourceAction
export const tryTool = tryToolAction
