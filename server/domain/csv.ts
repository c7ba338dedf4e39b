/**
 * One cell of a CSV file. What a spreadsheet would take for a formula, by signs of full width too, is made text by an apostrophe in front; quotes, commas and
 * line breaks are quoted (RFC 4180).
 */
export const csvCell = (text: string): string => {
  const neutral = /^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(neutral) ? `"${neutral.replaceAll('"', '""')}"` : neutral
}

export const csvLine = (cells: ReadonlyArray<string>): string => `${cells.map(csvCell).join(",")}\r\n`
