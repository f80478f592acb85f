import type { Client } from 'pg'

/**
 * Migrations from before the first release that remove rows. They are for empty tables only: nobody had data
 * when they were written. Later files say what becomes of the data, and a test holds them to it.
 */
const removing: Readonly<Record<string, readonly string[]>> = {
  '0028-answers-in-the-audit-log.sql': ['requests'],
  '0033-one-row-a-loan.sql': [
    'ledger_entries',
    'loan_balances',
    'instalments',
    'allocations',
    'payments',
    'waiver_offers',
    'loans',
    'draws',
    'refunds',
    'bank_transfers',
  ],
  '0035-one-log.sql': ['requests', 'audit_log', 'audit_heads'],
}

/** Refuses to go on, before anything is changed, where a pending migration would remove rows. */
export async function refuseDataLoss(client: Client, pending: readonly string[]): Promise<void> {
  for (const migration of pending) {
    for (const table of removing[migration] ?? []) {
      if (!(await hasRows(client, table))) continue
      throw new Error(
        `${migration} would delete the rows of ${table}, so nothing was changed. This database is older than the first release: keep it with the program that wrote it, or export its data, and start with an empty database.`,
      )
    }
  }
}

async function hasRows(client: Client, table: string): Promise<boolean> {
  const { rows: known } = await client.query<{ is_there: boolean }>(
    `SELECT to_regclass($1) IS NOT NULL AS is_there`,
    [table],
  )
  if (known[0]?.is_there !== true) return false
  const { rows } = await client.query<{ has_rows: boolean }>(
    // The name is one of the list above.
    `SELECT EXISTS (SELECT FROM ${table}) AS has_rows`,
  )
  return rows[0]?.has_rows === true
}
