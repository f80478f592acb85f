import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../root.ts'

type ScreenColumn = 'feature' | 'name' | 'path' | 'title' | 'access' | 'keepAlive' | 'step'
type CallColumn = 'feature' | 'name' | 'method' | 'path' | 'access'

/** The screens and calls of the specification, then the added ones. One row each. */
export const screenRows = [
  ...readTable<ScreenColumn>('docs/spec/screens.tsv'),
  ...readTable<ScreenColumn>('docs/spec/added-screens.tsv'),
]
export const callRows = [
  ...readTable<CallColumn>('docs/spec/calls.tsv'),
  ...readTable<CallColumn>('docs/spec/added-calls.tsv'),
]

export function readTable<Column extends string>(path: string): Record<Column, string>[] {
  const [head = '', ...lines] = readFileSync(join(root, path), 'utf8').trimEnd().split('\n')
  const columns = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    // The column names are the table's first line; a wrong one shows up as undefined in every test.
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])) as Record<
      Column,
      string
    >
  })
}
