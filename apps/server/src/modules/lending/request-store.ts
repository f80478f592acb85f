import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '#customer-no.ts'
import type { Transaction } from '#database/database.ts'
import type { Statement } from '#database/statement.ts'
import { fromJson, toJson } from './request-json.ts'

type Request = {
  readonly customer: CustomerNo
  readonly requestNo: string
  readonly actor: string
  readonly name: string
  readonly body: object
  readonly fingerprint: Buffer
  readonly at: Date
}

type Claim = {
  readonly businessDate: LocalDate
  /** What the same number was asked and answered before. */
  readonly earlier: { readonly fingerprint: Buffer; readonly answer: unknown } | undefined
}

/**
 * Takes a number for this transaction. Of two who come with it at once, the second waits here until
 * the first is done, and then finds the answer.
 */
export async function claimRequest(
  tx: Transaction,
  { customer, requestNo, name, fingerprint, at }: Request,
): Promise<Claim> {
  const [claim] = await tx.prepared<{ business_date: LocalDate; is_new: boolean }>(
    `WITH claimed AS (
       INSERT INTO requests (customer_no, request_no, act, fingerprint, asked_at)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT (customer_no, request_no) DO NOTHING
       RETURNING request_no)
     SELECT business_date, EXISTS (SELECT FROM claimed) AS is_new FROM business_date`,
    [customer, requestNo, name, fingerprint, at],
  )
  if (!claim) throw new Error('the books have no business date yet')
  const earlier = claim.is_new ? undefined : await findEarlier(tx, { customer, requestNo })
  return { businessDate: claim.business_date, earlier }
}

async function findEarlier(
  tx: Transaction,
  { customer, requestNo }: { customer: CustomerNo; requestNo: string },
): Promise<{ fingerprint: Buffer; answer: unknown }> {
  const [row] = await tx.prepared<{ fingerprint: Buffer; answer: unknown }>(
    `SELECT fingerprint, details -> 'answer' AS answer
       FROM requests JOIN audit_log USING (customer_no, request_no)
      WHERE customer_no = $1 AND request_no = $2`,
    [customer, requestNo],
  )
  if (!row) throw new Error('a number that is taken has a request')
  return { fingerprint: row.fingerprint, answer: fromJson(row.answer) }
}

/** The audit row. It keeps the answer, too, for whoever asks again. */
export function auditRow(
  request: Request & { readonly answer: object; readonly businessDate: LocalDate },
): Statement {
  const { customer, requestNo, actor, name, at, body, answer, businessDate } = request
  return {
    sql: `INSERT INTO audit_log (customer_no, audit_no, act, request_no, actor, business_date,
                                 done_at, details, previous_hash, hash)
          VALUES ($1, 0, $2, $3, $4, $5, $6, $7, '', '')`,
    values: [customer, name, requestNo, actor, businessDate, at, toJson({ body, answer })],
  }
}
