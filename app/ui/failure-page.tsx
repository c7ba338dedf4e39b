import type { ReactNode } from "react"

type Props = {
  readonly title: string
  readonly children: ReactNode
  /** What the server's log calls it. */
  readonly digest?: string | undefined
  readonly actions: ReactNode
  /** Without a page's head above it, its title is the page's. */
  readonly alone?: boolean | undefined
}

/** A page that could not be made: what failed, under which name it is in the log, what to do. */
export const FailurePage = ({ title, children, digest, actions, alone = false }: Props) => {
  const Heading = alone ? "h1" : "h2"
  return (
    <div className="grid min-h-[60dvh] flex-1 place-items-center px-6 py-8">
      <div className="grid max-w-[460px] justify-items-center gap-2 text-center">
        <Heading className="text-xl font-semibold tracking-display">{title}</Heading>
        <p className="text-base text-balance text-text-muted">{children}</p>
        {digest !== undefined && <p className="mono text-text-muted">{digest}</p>}
        <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>
      </div>
    </div>
  )
}
