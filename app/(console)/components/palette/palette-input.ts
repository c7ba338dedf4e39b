/** The frame and the input, the same before and after the rest was fetched. */
export const paletteName = "Go anywhere"
export const paletteHint = "A page, a run's id, words of its title or program"
export const frameClass = "top-[18vh] left-1/2 w-[560px] max-w-[calc(100vw-28px)] -translate-x-1/2 overflow-hidden rounded-xl border max-md:top-3.5"
export const inputRowClass = "flex h-12 items-center gap-2.5 border-b border-border px-4"
export const inputClass = "h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-text-subtle max-md:text-[16px]"

/** The runs with these words. */
export const searchHref = (text: string): string => `/runs?q=${encodeURIComponent(text)}`
