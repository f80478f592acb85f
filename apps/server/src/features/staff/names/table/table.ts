/** A cell as a spreadsheet keeps it. Plain text is text; what the program made of it is told apart. */
export type Cell =
  | string
  /** The digits as they stand in the file: of a long number, only the first fifteen are true. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'date' | 'boolean' | 'formula' }

export type Line = {
  /** As the program that made the file counts, from one. */
  readonly line: number
  readonly cells: readonly Cell[]
}

/** What is wrong with a file, in words for who made it. */
export type Problem = {
  readonly line: number
  readonly column?: string
  readonly message: string
}

/** The lines of a file, and what could be seen to be wrong with them already. */
export type Table = { readonly lines: readonly Line[]; readonly problems: readonly Problem[] }

/** A file that can't be read as a table at all. */
export class Unreadable extends Error {
  readonly problem: Problem

  constructor(message: string, line = 1) {
    super(message)
    this.name = 'Unreadable'
    this.problem = { line, message }
  }
}

export function damaged(): Unreadable {
  return new Unreadable('这个文件已损坏，请在 Excel 中重新保存后再导入')
}

export const ROWS_MAX = 50_000

export function tooManyRows(): Unreadable {
  return new Unreadable('一次最多导入 50,000 行，请分成几个文件', ROWS_MAX + 2)
}
