/**
 * Where each cell stands: its column in the table, its place on the card of a phone. Columns leave from the least needed one
 * when the window is narrow, so that there is no scrolling sideways.
 */
export const columnClass = {
  status: "w-[148px] pr-2 pl-4 max-md:w-auto max-md:p-0",
  title: "px-2 max-md:col-span-2 max-md:row-start-2 max-md:p-0",
  tools: "w-[178px] px-2 max-xl:hidden",
  actor: "w-[124px] px-2 max-lg:hidden max-md:col-start-1 max-md:row-start-3 max-md:block max-md:w-auto max-md:p-0",
  trigger: "w-16 px-2 max-xl:hidden",
  started: "w-[70px] px-2 max-md:col-start-2 max-md:row-start-1 max-md:w-auto max-md:justify-self-end max-md:p-0",
  duration: "w-[126px] px-2 md:max-[960px]:hidden max-md:col-start-2 max-md:row-start-3 max-md:w-auto max-md:justify-self-end max-md:p-0",
  approval: "w-[222px] pr-4 pl-2 md:max-[960px]:w-[168px] max-md:col-span-2 max-md:row-start-4 max-md:w-auto max-md:p-0"
} as const
