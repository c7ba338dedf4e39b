import { headers } from "next/headers"
import { redirect } from "next/navigation"
import { isBeforeSetup, isSignedIn } from "@/server/http/entry-pages"
import { SignInForm } from "./components/sign-in-form"

type Props = { readonly searchParams: Promise<Readonly<Record<string, string | ReadonlyArray<string> | undefined>>> }

export default async function SignInPage({ searchParams }: Props) {
  if (await isSignedIn()) redirect("/runs")
  const [{ returnTo }, sent, beforeSetup] = await Promise.all([searchParams, headers(), isBeforeSetup()])
  if (beforeSetup) {
    return (
      <>
        <title>Not set up yet · Signalbox</title>
        <h1 className="text-2xl font-semibold tracking-display">Not set up yet</h1>
        <p className="text-base text-pretty text-text-muted">
          Nobody can sign in to {sent.get("host")} before there is an admin. The server printed a link when it started, in its terminal or its log: open it to
          create the first one. Each start prints a new link.
        </p>
      </>
    )
  }
  return (
    <>
      <title>Sign in · Signalbox</title>
      <h1 className="text-2xl font-semibold tracking-display">Sign in</h1>
      <p className="truncate text-base text-text-muted">to {sent.get("host")}</p>
      <SignInForm returnTo={typeof returnTo === "string" ? returnTo : undefined} />
      <p className="text-xs text-text-subtle">No account yet? Ask an admin of your team.</p>
    </>
  )
}
