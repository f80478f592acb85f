import { DatabaseError } from 'pg'
import type { Transaction } from '#database/database.ts'

/** A write statement. */
export type Statement = {
  readonly sql: string
  readonly values: readonly unknown[]
  /** The error when no row was changed. Requires RETURNING in the SQL. */
  readonly orElse?: () => Error
  /** Executed before the others. Requires RETURNING in the SQL. */
  readonly isFirst?: true
}

/**
 * Ends a transaction with all its writes as one statement, in one round trip.
 *
 * The parts see the database as it was before, not each other's changes. Those that must change a
 * row run first, in their order, so that concurrent transactions lock rows in the same order.
 */
export async function writeAndCommit(
  tx: Transaction,
  statements: readonly Statement[],
): Promise<void> {
  if (tx.pipeline === 'off') return writeOneByOne(tx, statements)
  const values = statements.flatMap((statement) => statement.values)
  try {
    await tx.preparedLast(textOf(statements), values)
  } catch (error) {
    throw meaningOf(error, statements)
  }
}

async function writeOneByOne(tx: Transaction, statements: readonly Statement[]): Promise<void> {
  const isFirst = (statement: Statement) => statement.isFirst ?? statement.orElse !== undefined
  const inOrder = statements.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)))
  for (const { sql, values, orElse } of inOrder) {
    const rows = await tx.prepared(sql, values)
    if (orElse && rows.length === 0) throw orElse()
  }
}

/** A cache of composed statements: there are few distinct lists. */
type ComposedText = { readonly next: Map<string, ComposedText>; text?: string }

const start: ComposedText = { next: new Map() }

function textOf(statements: readonly Statement[]): string {
  let composed = start
  for (const { sql } of statements) {
    const next: ComposedText = composed.next.get(sql) ?? { next: new Map() }
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
