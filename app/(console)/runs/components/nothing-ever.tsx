"use client"
import type { ReactNode } from "react"
import { Button } from "@/app/ui/button"
import { ButtonLink } from "@/app/ui/button-link"
import { EmptyState } from "@/app/ui/empty-state"
import { Icon, type IconName } from "@/app/ui/icons"
import { useToast } from "@/app/ui/toast"

/** Nothing has ever run: the ways to send the first program. */
export const NothingEver = ({ origin }: { readonly origin: string }) => {
  const toast = useToast()
  const command = commandOf(origin)
  const copy = () =>
    void navigator.clipboard.writeText(command).then(
      () => toast({ tone: "completed", text: "Command copied" }),
      () => toast({ tone: "failed", text: "The browser did not let us copy; select the text instead" })
    )
  return (
    <EmptyState
      className="border-border md:border-t"
      mark
      wide
      title="The line is clear"
      below={
        <div className="mt-5 grid w-full max-w-[1040px] grid-cols-3 gap-3 text-left max-lg:grid-cols-1">
          <Way
            icon="play"
            title="In the browser"
            text="Open the playground with an example that calls a tool, asks for approval and shows a form."
            snippet={<Example />}
          >
            <ButtonLink href="/runs/new" look="primary">
              Open the playground
            </ButtonLink>
          </Way>
          <Way icon="prompt" title="From a script" text="One request with a service token. It answers at the first pause or at the end." snippet={command}>
            <Button onClick={copy}>
              <Icon name="copy" size={14} />
              Copy command
            </Button>
          </Way>
          <Way
            icon="agent"
            title="From an agent"
            text="Any MCP client, with a service token. It runs programs and waits for people."
            snippet={agentCommandOf(origin)}
          >
            <ButtonLink href="/connect">Connect an agent</ButtonLink>
          </Way>
        </div>
      }
    >
      Nothing has run here yet. Send the first program in one of three ways; it will appear on this page by itself.
    </EmptyState>
  )
}

const Way = ({
  icon,
  title,
  text,
  snippet,
  children
}: {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  readonly snippet: ReactNode
  readonly children: ReactNode
}) => (
  <section className="grid grid-rows-[auto_auto_1fr_auto] gap-2 overflow-hidden rounded-lg border border-border bg-surface-raised p-4 shadow-raised">
    <h3 className="flex items-center gap-2 text-[14px] leading-5 font-emphasis">
      <Icon name={icon} className="text-accent-text" />
      {title}
    </h3>
    <p className="text-text-muted">{text}</p>
    <pre className="rounded-md border border-border bg-surface-sunken px-3 py-2.5 font-mono text-[11px] leading-[18px] font-[450] tracking-[-0.02em] wrap-anywhere whitespace-pre-wrap">
      {snippet}
    </pre>
    {children}
  </section>
)

const Example = () => (
  <>
    <span className="text-code-keyword">const</span> tickets = <span className="text-code-keyword">await</span>
    {"\n  "}
    <span className="font-emphasis text-code-tool">tools.demo.tickets.list</span>
    {"({})\n"}
    <span className="text-code-keyword">await</span> <span className="font-emphasis text-code-tool">tools.demo.tickets.create</span>
    {"({\n  title: "}
    <span className="text-code-string">"Follow up"</span>
    {"\n})"}
  </>
)

const commandOf = (origin: string): string =>
  [
    `curl ${origin}/api/v1/runs \\`,
    `  -H "Authorization: Bearer $TOKEN" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"code":"return 6 * 7","waitMs":30000}'`
  ].join("\n")

const agentCommandOf = (origin: string): string =>
  [`claude mcp add --transport http \\`, `  signalbox ${origin}/api/mcp \\`, `  --header "Authorization: Bearer $TOKEN"`].join("\n")
