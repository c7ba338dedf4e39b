"use client"
import { useEffect, useRef, useState } from "react"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { useGo } from "@/app/hooks/use-url-state"
import { Icon } from "@/app/ui/icons"
import { Kbd } from "@/app/ui/kbd"
import { isSearchable } from "@/server/domain/search-text"
import { changed, hrefOf, type ListState } from "../list-state"

/** Words of title, code or error, or an id. A form of the page's own address, so that it works before JavaScript has loaded. */
export const SearchBox = ({ state, className = "" }: { readonly state: ListState; readonly className?: string }) => {
  const go = useGo()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(state.q ?? "")
  // Back, a chip that is taken away: the address decides.
  useEffect(() => setText(state.q ?? ""), [state.q])
  useHotkeys({ "/": () => field.current?.select() })
  const others = new URLSearchParams(hrefOf(changed(state, { q: null }), ""))
  const words = text.trim()
  return (
    <search className={className}>
      <form
        action="/runs"
        className="field-edge flex h-7 w-[244px] items-center gap-2 pr-[5px] pl-2.5 max-md:h-11 max-md:w-full"
        onSubmit={(event) => {
          event.preventDefault()
          if (words === "" || isSearchable(words)) go(hrefOf(changed(state, { q: words === "" ? null : words })))
        }}
      >
        {[...others].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Icon name="search" size={14} className="flex-none text-text-subtle" />
        <input
          ref={field}
          type="search"
          name="q"
          aria-label="Search runs"
          aria-keyshortcuts="/"
          placeholder="Title, code, error or id"
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") field.current?.blur()
          }}
          className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-text-subtle max-md:text-[16px]"
        />
        <span className="max-md:hidden">
          <Kbd>/</Kbd>
        </span>
      </form>
    </search>
  )
}
