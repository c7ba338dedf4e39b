import type { ColumnId } from "../columns"

/**
 * Where each cell stands: its column in the table, its place on the card of a phone. Columns leave from the least needed one
 * when the window is narrow, so that there is no scrolling sideways.
 */
export const columnClass: Readonly<Record<ColumnId, string>> = {
  status: "px-2 max-md:col-start-1 max-md:row-start-1 max-md:p-0",
  title: "px-2 max-md:col-span-2 max-md:row-start-2 max-md:p-0",
  tools: "px-2 max-xl:hidden",
  actor: "px-2 max-lg:hidden max-md:col-start-1 max-md:row-start-3 max-md:block max-md:p-0",
  trigger: "px-2 max-xl:hidden",
  started: "px-2 max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end max-md:p-0",
  duration: "px-2 md:max-[960px]:hidden max-md:col-start-2 max-md:row-start-3 max-md:justify-self-end max-md:p-0",
  approval: "px-2 max-md:col-span-2 max-md:row-start-4 max-md:p-0",
  id: "px-2 max-xl:hidden"
}

/** How wide a column is unless somebody resized it; the title takes what is left. */
export const widthClass: Readonly<Record<ColumnId, string>> = {
  status: "w-[148px]",
  title: "",
  tools: "w-[178px]",
  actor: "w-[124px]",
  trigger: "w-[72px]",
  started: "w-[76px]",
  duration: "w-[126px]",
  approval: "w-[222px] md:max-[960px]:w-[168px]",
  id: "w-[130px]"
}

/** What a phone's card shows whatever columns a table has. */
export const onCards: ReadonlyArray<ColumnId> = ["status", "title", "actor", "started", "duration", "approval"]
