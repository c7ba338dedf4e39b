import { headers } from "next/headers"
import { redirect } from "next/navigation"
import { ButtonLink } from "@/app/ui/button-link"
import { askedForHeader } from "@/server/domain/asked-for"
import { authorizePage } from "@/server/http/authorize-page"
import { signInPath } from "@/server/http/entry-pages"
import { ConsentForm } from "./components/consent-form"

/** An MCP client sent its person here, to be let in. */
export default async function AuthorizePage() {
  const asked = (await headers()).get(askedForHeader) ?? ""
  const query = asked.includes("?") ? asked.slice(asked.indexOf("?") + 1) : ""
  if (query === "") return <Refused reason="MCP clients send people here when they connect. Nothing asked for anything now." />
  const page = await authorizePage(query)
  switch (page.kind) {
    case "sign in":
      return redirect(await signInPath())
    case "refused":
      return <Refused reason={page.reason} />
    case "ask":
      return <ConsentForm {...page} query={query} />
  }
}

const Refused = ({ reason }: { readonly reason: string }) => (
  <>
    <title>Connect a client · Signalbox</title>
    <h1 className="text-2xl font-semibold tracking-display">Nothing to allow</h1>
    <p className="text-base text-pretty text-text-muted wrap-anywhere">{reason}</p>
    <div className="mt-6">
      <ButtonLink href="/connect" look="primary" className="h-9! w-full max-md:h-12!">
        How agents are connected
      </ButtonLink>
    </div>
  </>
)
