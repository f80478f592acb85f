import { DatabaseError } from 'pg'
import type { Transaction } from './database.ts'

/** Something to write. */
export type Statement = {
  readonly sql: string
  readonly values: readonly unknown[]
  /** What it means that there was no row to change; its SQL then ends in RETURNING. */
  readonly orElse?: () => Error
  /** It is done before those that are not; its SQL then ends in RETURNING. */
  readonly isFirst?: true
}

/**
 * Ends a transaction with all that it writes, as one statement: it is sent, run and answered once.
 *
 * Its parts see the database as it was before, and not each other; those that must change a row
 * come first, in their order, so that two transactions lock in the same order.
 */
export async function writeAndCommit(
  tx: Transaction,
  statements: readonly Statement[],
): Promise<void> {
  const values = statements.flatMap((statement) => statement.values)
  try {
    await tx.preparedLast(textOf(statements), values)
  } catch (error) {
    throw meaningOf(error, statements)
  }
}

/** A list of statements is always one of few, so each is put together once. */
type Composed = { readonly next: Map<string, Composed>; text?: string }

const start: Composed = { next: new Map() }

function textOf(statements: readonly Statement[]): string {
  let composed = start
  for (const { sql } of statements) {
    const next: Composed = composed.next.get(sql) ?? { next: new Map() }
    composed.next.set(sql, next)
    composed = next
  }
  composed.text ??= compose(statements)
  return composed.text
}

function compose(statements: readonly Statement[]): string {
  let before = 0
  const parts = statements.map(({ sql, values }, index) => {
    const shift = before
    before += values.length
    const shifted = sql.replaceAll(/\$(\d+)/g, (_, place: string) => `$${Number(place) + shift}`)
    return `part_${index} AS (${shifted})`
  })
  const first = statements.flatMap(({ orElse, isFirst }, index) => {
    const count = `(SELECT count(*) FROM part_${index})`
    return orElse ? [`must_change(${count}, '${index}')`] : isFirst ? [count] : []
  })
  return `WITH ${parts.join(',\n')}\nSELECT ${first.join(', ')}`
}

const NO_DATA_FOUND = 'P0002'

function meaningOf(error: unknown, statements: readonly Statement[]): unknown {
  if (!(error instanceof DatabaseError) || error.code !== NO_DATA_FOUND) return error
  return statements[Number(error.detail)]?.orElse?.() ?? error
}
