import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'
import { erasurePlan, type ErasureRule } from './erasure-plan.ts'

/** The next customers whose retention period may be over, by number. */
export async function customersPastRetention(
  db: Queryable,
  from: { readonly date: LocalDate; readonly after: string; readonly count: number },
): Promise<CustomerNo[]> {
  const rows = await db.query<{ customer_no: string }>(
    `SELECT customer_no FROM customers WHERE retained_until < $1 AND customer_no > $2
      ORDER BY customer_no LIMIT $3`,
    [from.date, from.after, from.count],
  )
  return rows.map((row) => customerNo(row.customer_no))
}

/**
 * Locks a customer whose retention period may be over and returns the phone. A concurrent sign-in
 * waits; a customer locked by another worker is skipped.
 */
export async function lockPhone(
  tx: Transaction,
  { vault }: Pick<Services, 'vault'>,
  { customer, date }: { readonly customer: CustomerNo; readonly date: LocalDate },
): Promise<string | undefined> {
  const [row] = await tx.query<{ phone_sealed: Buffer }>(
    `SELECT phone_sealed FROM customers WHERE customer_no = $1 AND retained_until < $2
        FOR UPDATE SKIP LOCKED`,
    [customer, date],
  )
  return row && vault.open(row.phone_sealed, placeIn('customers', customer)('phone_sealed'))
}

/** The day of the customer's last business; undefined while any business is open. */
export async function lastBusinessDay(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  customer: CustomerNo,
): Promise<LocalDate | undefined> {
  const [row] = await tx.query<{ last: LocalDate | null }>(
    `SELECT last_business_of($1, $2) AS last`,
    [customer, now()],
  )
  return row?.last ?? undefined
}

export async function saveKeptUntil(
  tx: Transaction,
  { customer, until }: { readonly customer: CustomerNo; readonly until: LocalDate },
): Promise<void> {
  await tx.query(`UPDATE customers SET retained_until = $2 WHERE customer_no = $1`, [
    customer,
    until,
  ])
}

/** The database checks the retention period itself and refuses an early erasure. */
export async function insertErasure(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  customer: CustomerNo,
): Promise<void> {
  await tx.query(`INSERT INTO erasures (customer_no, erased_at) VALUES ($1, $2)`, [customer, now()])
}

/** Does to each table what the erasure plan says. */
export async function eraseRows(
  tx: Transaction,
  { customer, phoneIndex }: { readonly customer: CustomerNo; readonly phoneIndex: Buffer },
): Promise<void> {
  for (const [table, fate] of Object.entries(erasurePlan)) {
    const statement = statementFor(table, fate)
    if (statement === undefined) continue
    await tx.query(statement, [fate.rows === 'erased-by-phone' ? phoneIndex : customer])
  }
}

/** The names come from the plan alone, which a test compares with the database. */
function statementFor(table: string, fate: ErasureRule): string | undefined {
  if (fate.rows === 'erased') return `DELETE FROM ${table} WHERE customer_no = $1`
  if (fate.rows === 'erased-by-phone') return `DELETE FROM ${table} WHERE ${fate.column} = $1`
  if (fate.rows === 'left' || fate.emptied === undefined) return undefined
  const emptied = fate.emptied.map((column) => `${column} = NULL`)
  return `UPDATE ${table} SET ${emptied.join(', ')} WHERE customer_no = $1`
}
