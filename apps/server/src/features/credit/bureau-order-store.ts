import type { CustomerNo } from '#platform/customer-no.ts'
import { customerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { placeIn } from '#platform/database/sealed-columns.ts'
import type { CreditReport } from '#providers/bureau/port.ts'
import type { Services } from '#platform/services.ts'
import { reportFromJson, reportToJson } from './applicant-json.ts'

type Of = { readonly customer: CustomerNo; readonly applyNo: string }

export type BureauOrder = {
  readonly requestNo: string
  /** Whether the bureau has ever been heard to have the order. */
  readonly isOrdered: boolean
  readonly report: CreditReport | undefined
}

/** The order for an application, under the number it keeps for ever: it is written before it is sent. */
export async function keepOrder(
  tx: Transaction,
  { vault }: Pick<Services, 'vault'>,
  order: Of & { readonly requestNo: string },
): Promise<BureauOrder> {
  const { customer, applyNo, requestNo } = order
  await tx.query(
    `WITH kept AS (
       INSERT INTO bureau_orders (customer_no, apply_no, request_no) VALUES ($1, $2, $3)
       ON CONFLICT (customer_no, apply_no) DO NOTHING RETURNING request_no)
     INSERT INTO bureau_requests (request_no, customer_no, apply_no)
     SELECT request_no, $1, $2 FROM kept`,
    [customer, applyNo, requestNo],
  )
  const [row] = await tx.query<{
    request_no: string
    ordered_at: Date | null
    report_sealed: Buffer | null
  }>(
    `SELECT request_no, ordered_at, report_sealed FROM bureau_orders
      WHERE customer_no = $1 AND apply_no = $2`,
    [customer, applyNo],
  )
  const place = placeIn('bureau_orders', customer, applyNo)('report_sealed')
  return {
    requestNo: row?.request_no ?? requestNo,
    isOrdered: row !== undefined && row.ordered_at !== null,
    report: row?.report_sealed ? reportFromJson(vault.open(row.report_sealed, place)) : undefined,
  }
}

export async function noteOrdered(
  db: Queryable,
  { now }: Pick<Services, 'now'>,
  { customer, applyNo }: Of,
): Promise<void> {
  await db.query(
    `UPDATE bureau_orders SET ordered_at = $3
      WHERE customer_no = $1 AND apply_no = $2 AND ordered_at IS NULL`,
    [customer, applyNo, now()],
  )
}

/** The first report counts: one that comes again changes nothing. */
export async function keepReport(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  kept: Of & { readonly report: CreditReport },
): Promise<void> {
  const place = placeIn('bureau_orders', kept.customer, kept.applyNo)('report_sealed')
  await db.query(
    `UPDATE bureau_orders SET report_sealed = $3
      WHERE customer_no = $1 AND apply_no = $2 AND report_sealed IS NULL`,
    [kept.customer, kept.applyNo, vault.seal(reportToJson(kept.report), place)],
  )
}

export async function applicationOfRequest(
  db: Queryable,
  requestNo: string,
): Promise<Of | undefined> {
  const [row] = await db.query<{ customer_no: string; apply_no: string }>(
    `SELECT customer_no, apply_no FROM bureau_requests WHERE request_no = $1`,
    [requestNo],
  )
  return row && { customer: customerNo(row.customer_no), applyNo: row.apply_no }
}
