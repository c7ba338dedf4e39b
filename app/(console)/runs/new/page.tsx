import { serverCaller } from "@/server/trpc/caller"
import { submitProgram } from "./actions"
import { NewRunPage } from "./components/new-run-page"
import { exampleOf, examples } from "./examples"

type Props = { readonly searchParams: Promise<{ readonly example?: string }> }

export default async function Page({ searchParams }: Props) {
  const [{ example }, caller] = await Promise.all([searchParams, serverCaller()])
  const [me, tools] = await Promise.all([
    caller.me.get().catch(() => null),
    // The catalogue says itself when it cannot be read.
    caller.tools.list({}).then(
      ({ items }) => items,
      () => undefined
    )
  ])
  return (
    <NewRunPage
      example={exampleOf(example)}
      chosen={examples.some((one) => one.id === example)}
      tools={tools}
      personName={me?.user.name ?? "you"}
      maySubmit={me === null || me.role !== "viewer"}
      action={submitProgram}
    />
  )
}
