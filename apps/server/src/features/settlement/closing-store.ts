import { localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import type { Closing } from './settled-in-full.ts'

export type LastPayment = {
  readonly on: LocalDate
  readonly by: NonNullable<Closing['lastPaidBy']>
}

const waysOf: Readonly<Record<string, LastPayment['by']>> = {
  due: 'bill',
  'early-full': 'early',
  'early-part': 'early',
  waiver: 'waiver',
  conversion: 'conversion',
}

/** The last payment of each loan. */
export async function lastPayments(
  db: Queryable,
  customer: CustomerNo,
): Promise<ReadonlyMap<string, LastPayment>> {
  const rows = await db.query<{ loan_no: string; kind: string; paid_on: string }>(
    `SELECT DISTINCT ON (loan_no) loan_no, kind, paid_on FROM payments
      WHERE customer_no = $1 ORDER BY loan_no, paid_on DESC, received_at DESC`,
    [customer],
  )
  return new Map(
    rows.map((row) => [
      row.loan_no,
      { on: localDate(row.paid_on), by: waysOf[row.kind] ?? 'bill' },
    ]),
  )
}

/** Into which loans something of each loan went: the books show both ends under one number. */
export async function movedLoans(
  db: Queryable,
  customer: CustomerNo,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.query<{ loan_no: string; moved_into: string[] }>(
    `SELECT old.loan_no, array_agg(DISTINCT new.loan_no ORDER BY new.loan_no) AS moved_into
       FROM ledger_moves old JOIN ledger_moves new USING (customer_no, transaction_no)
      WHERE customer_no = $1 AND old.against = 'conversion' AND new.against = 'conversion'
        AND old.loan_no <> new.loan_no AND new.principal_fen > 0 AND old.principal_fen <= 0
      GROUP BY old.loan_no`,
    [customer],
  )
  return new Map(rows.map((row) => [row.loan_no, row.moved_into]))
}
