import { saveFile } from '#platform/save-file.ts'

/** One cell of an export. Excel would run a text that starts like a formula. */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** With the mark by which Excel recognises UTF-8. */
export function csvText(lines: readonly (readonly string[])[]): string {
  return `\uFEFF${lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`
}

export function downloadCsv(fileName: string, lines: readonly (readonly string[])[]): void {
  saveFile(fileName, new Blob([csvText(lines)], { type: 'text/csv' }))
}
