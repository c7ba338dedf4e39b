import { CodeView } from "@/app/ui/code-view"

/** The line that made a call, between its neighbours. */
export const LineOfCall = ({ code, line }: { readonly code: string; readonly line: number }) => (
  <CodeView
    code={code}
    from={line - 1}
    to={line + 1}
    tones={new Map([[line, "linked"]])}
    label={`Line ${line} of the program`}
    className="rounded-md border border-border"
  />
)
