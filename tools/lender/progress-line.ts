type Terminal = { readonly isTTY?: boolean; write(text: string): unknown }

const CLEAR_LINE = '\r\u001b[2K'

/** Shows progress: one updated line in a terminal, plain lines elsewhere. */
export function createProgressLine(terminal: Terminal) {
  return {
    show: (line: string) =>
      void terminal.write(terminal.isTTY ? `${CLEAR_LINE}${line}` : `${line}\n`),
    end: (line: string) => void terminal.write(`${terminal.isTTY ? CLEAR_LINE : ''}${line}\n`),
  }
}

/** Counts by reason as text: `rate-not-lower 3, nothing-owed 1`. */
export function formatCounts(counts: Readonly<Record<string, number | undefined>>): string {
  const words = Object.entries(counts).map(([why, times]) => `${why} ${times ?? 0}`)
  return words.length === 0 ? 'none' : words.join(', ')
}
