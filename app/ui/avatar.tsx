const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  return `${words[0]?.[0] ?? "?"}${words.length > 1 ? (words.at(-1)?.[0] ?? "") : ""}`.toUpperCase()
}

/** A person, by their initials. */
export const Avatar = ({ name }: { readonly name: string }) => (
  <span
    className="grid size-[22px] flex-none place-items-center rounded-full bg-accent-soft text-[9.5px] font-strong tracking-[0.01em] text-accent-text"
    aria-hidden="true"
  >
    {initialsOf(name)}
  </span>
)
