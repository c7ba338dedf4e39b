import { PageTitle } from "./page-title"

/** The head of a page that has nothing to show: its title alone. Sent with every page, so it brings nothing along. */
export const PlainHead = ({ title }: { readonly title: string }) => (
  <>
    <PageTitle name={title} />
    <header className="flex h-13 flex-none items-center bg-surface px-4 max-md:border-b max-md:border-border max-md:px-3.5">
      <h1 className="truncate text-[17px] leading-6 font-semibold tracking-tight">{title}</h1>
    </header>
  </>
)
