/** A cell of a spreadsheet: plain text, or a typed value of the program. */
export type Cell =
  | string
  /** The digits in the file. A spreadsheet keeps only the first fifteen digits of a long number. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'date' | 'boolean' | 'formula' }

export type Line = {
  /** Starts at 1, as in the program that made the file. */
  readonly line: number
  readonly cells: readonly Cell[]
}

/** A problem of a file, described for its author. */
export type Problem = {
  readonly line: number
  readonly column?: string
  readonly message: string
}

/** The lines of a file and the problems found while reading. */
export type Table = { readonly lines: readonly Line[]; readonly problems: readonly Problem[] }

/** A file that is not a readable table. */
export class Unreadable extends Error {
  readonly problem: Problem

  constructor(message: string, line = 1) {
    super(message)
    this.name = 'Unreadable'
    this.problem = { line, message }
  }
}

export function newUnreadable(): Unreadable {
  return new Unreadable('这个文件已损坏，请在 Excel 中重新保存后再导入')
}

export const ROWS_MAX = 50_000

export function tooManyRows(): Unreadable {
  return new Unreadable('一次最多导入 50,000 行，请分成几个文件', ROWS_MAX + 2)
}
