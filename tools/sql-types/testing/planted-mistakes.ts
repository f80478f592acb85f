import type { Client } from 'pg'

import type { Queryable } from '@qingzhou/platform/database/database'
import type { Statement } from '@qingzhou/platform/database/pipeline/statement'

// Each function with a number in its name makes one mistake; sql-types.test.ts expects exactly these.

export async function mistake1(db: Queryable) {
  return db.query<{ task: bigint }>('SELECT task_no FROM tasks')
}

export async function mistake2(db: Queryable) {
  return db.query<{ task_no: string }>('SELECT task_no FROM tasks')
}

export async function mistake3(db: Queryable) {
  return db.query<{ dead_at: Date }>('SELECT dead_at FROM tasks WHERE task_no = $1', [1n])
}

export async function mistake4(db: Queryable) {
  return db.query('DELETE FROM tasks WHERE kind = $1 AND task_key = $2', ['send-message'])
}

export async function mistake5(db: Queryable) {
  await db.query('UPDATE tasks SET attempt = 0 WHERE task_no = $1', [1n])
}

/** The driver itself answers a bigint as text. */
export async function mistake6(client: Client) {
  return client.query<{ task_no: bigint }>('SELECT task_no FROM tasks')
}

/** A loan without balances. */
export async function mistake7(db: Queryable) {
  return db.query<{ loan_no: string; accrued_until: string; defaulted_on: string | null }>(
    `SELECT loans.loan_no, loan_balances.accrued_until, defaulted_on
       FROM loans LEFT JOIN loan_balances USING (customer_no, loan_no)`,
  )
}

/** Of the callers of `countRows`, one names a table that does not exist. */
export async function mistake8(db: Queryable) {
  await countRows(db, { table: 'loans', more: '' })
  await countRows(db, { table: 'lones', more: '' })
}

async function countRows(db: Queryable, of: { readonly table: string; readonly more: string }) {
  return db.query<{ count: bigint }>(`SELECT count(*) AS count FROM ${of.table} ${of.more}`)
}

export async function mistake9(db: Queryable) {
  const columns = ['loan_no', 'amount_fen', 'deferred_on'].map((name) => `loans.${name}`)
  return db.query<{ loan_no: string; amount_fen: bigint; deferred_on: Date[] | null }>(
    `SELECT ${columns.join(', ')} FROM loans`,
  )
}

export function mistake10(customer: string): Statement {
  return { sql: 'DELETE FROM sessions WHERE customer_no = $1 AND app = $2', values: [customer] }
}

/** The values follow the condition of the text, so that only the second text has a mistake. */
export async function mistake11(db: Queryable, after: string | undefined) {
  return db.query<{ loan_no: string }>(
    `SELECT ${after ? 'loan_no' : 'loan_no, origin'} FROM loans ${after ? 'WHERE loan_no > $1' : ''}`,
    after ? [after] : [],
  )
}

export async function mistake12(db: Queryable) {
  return db.query<{ customer_no: string | null }>('SELECT customer_no FROM loans')
}

/** What is asked is known only when it runs. */
export async function queryUnresolved(db: Queryable, table: string) {
  return db.query(`SELECT FROM ${table.toLowerCase()}`)
}

type Side = 'open' | 'paid'

export async function correct(db: Queryable, side: Side) {
  const kinds = { all: 'TRUE', settled: 'is_settled' } as const
  for (const [name, where] of Object.entries(kinds)) {
    await db.query<{ name: string; count: bigint }>(
      `SELECT '${name}' AS name, count(*) AS count FROM loans WHERE ${where}`,
    )
  }
  await countRows(db, { table: 'draws', more: `WHERE state = 'reserved'` })
  await db.query<{ history: unknown; defaulted_on: string; amount: string }>(
    `SELECT history, defaulted_on, (instalments[1]).principal_${side}_fen::text AS amount
       FROM loans WHERE defaulted_on IS NOT NULL`,
  )
}
