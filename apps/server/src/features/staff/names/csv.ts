/** By it, spreadsheets know that a file is UTF-8 and not whatever is usual where they run. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A line of a CSV file. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * Always in quotes; and what a spreadsheet would work out is made text by a mark that it doesn't show.
 * A list that anybody could put a formula in would run it on the machine of whoever opens it.
 */
function csvCell(text: string): string {
  const harmless = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
