/** What a table of runs can show, in the order in which it does unless somebody says otherwise. */
export const columnIds = ["status", "title", "tools", "actor", "trigger", "started", "duration", "approval", "id"] as const
export type ColumnId = (typeof columnIds)[number]

/** A shown column, and how wide somebody made it. */
export type ColumnChoice = { readonly id: ColumnId; readonly width: number | null }

export const columnNames: Readonly<Record<ColumnId, string>> = {
  status: "Status",
  title: "Title",
  tools: "Tools used",
  actor: "Actor",
  trigger: "Trigger",
  started: "Started",
  duration: "Duration",
  approval: "Approval",
  id: "Id"
}

export const defaultColumns: ReadonlyArray<ColumnChoice> = columnIds.filter((id) => id !== "id").map((id) => ({ id, width: null }))

export const columnWidth = { least: 48, most: 800 } as const

const isColumn = (value: string): value is ColumnId => columnIds.some((id) => id === value)

/** `title,status~180`; null when any of it makes no sense. The title is what a row is opened by, so it is always there. */
export const parseColumns = (text: string): ReadonlyArray<ColumnChoice> | null => {
  const found: Array<ColumnChoice> = []
  for (const part of text.split(",")) {
    const [name = "", width, ...rest] = part.split("~")
    const size = width === undefined ? null : /^\d{2,3}$/.test(width) ? Number(width) : Number.NaN
    if (!isColumn(name) || rest.length > 0 || found.some(({ id }) => id === name)) return null
    if (size !== null && !(size >= columnWidth.least && size <= columnWidth.most)) return null
    found.push({ id: name, width: size })
  }
  return found.some(({ id }) => id === "title") ? found : null
}

export const writeColumns = (columns: ReadonlyArray<ColumnChoice>): string => columns.map(({ id, width }) => (width === null ? id : `${id}~${width}`)).join(",")

/** Null when it is what everybody sees anyway. */
export const columnsToKeep = (columns: ReadonlyArray<ColumnChoice>): ReadonlyArray<ColumnChoice> | null =>
  writeColumns(columns) === writeColumns(defaultColumns) ? null : columns

export const withColumn = (columns: ReadonlyArray<ColumnChoice>, id: ColumnId, shown: boolean): ReadonlyArray<ColumnChoice> =>
  shown ? [...columns, { id, width: null }] : columns.filter((one) => one.id !== id)

/** One place further to the front or the back. */
export const movedColumn = (columns: ReadonlyArray<ColumnChoice>, id: ColumnId, by: -1 | 1): ReadonlyArray<ColumnChoice> => {
  const from = columns.findIndex((one) => one.id === id)
  const to = from + by
  const [moved, other] = [columns[from], columns[to]]
  if (moved === undefined || other === undefined) return columns
  return columns.map((one, index) => (index === from ? other : index === to ? moved : one))
}

export const resizedColumn = (columns: ReadonlyArray<ColumnChoice>, id: ColumnId, width: number | null): ReadonlyArray<ColumnChoice> =>
  columns.map((one) =>
    one.id === id ? { id, width: width === null ? null : Math.round(Math.min(columnWidth.most, Math.max(columnWidth.least, width))) } : one
  )
