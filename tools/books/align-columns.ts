/** The lines of a table. The first columns begin at the left, those of amounts end at the right. */
export function alignColumns(table: readonly (readonly string[])[], lefts: number): string[] {
  const columns = Math.max(...table.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  return table.map((row) =>
    row
      .map((cell, column) =>
        column < lefts ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}
