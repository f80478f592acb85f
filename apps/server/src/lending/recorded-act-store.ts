import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import type { RecordedAct } from './replay-acts.ts'
import { parseCanonicalJson } from '#platform/canonical-json.ts'

type ActRow = {
  act: string
  request_no: string
  asked: string
  answer: string
  day: LocalDate
}

/**
 * The recorded use cases of a customer, in order. One that waited for the lock counts for the day
 * that the loan's ledger had reached by then, which its ledger rows or its answer contain.
 */
export async function readActs(db: Queryable, customer: CustomerNo): Promise<RecordedAct[]> {
  const rows = await db.query<ActRow>(
    `SELECT act, request_no, asked, answer, greatest(audit_log.business_date, posted_on) AS day
       FROM audit_log
       LEFT JOIN (SELECT transaction_no AS request_no, max(business_date) AS posted_on
                    FROM ledger_moves WHERE customer_no = $1
                   GROUP BY transaction_no) AS posted USING (request_no)
      WHERE audit_log.customer_no = $1
      ORDER BY audit_no`,
    [customer],
  )
  return rows.map((row) => {
    const answer = parseCanonicalJson(row.answer)
    const { bookedOn = row.day } = answer as { bookedOn?: LocalDate }
    const day = bookedOn > row.day ? bookedOn : row.day
    return {
      name: row.act,
      requestNo: row.request_no,
      asked: parseCanonicalJson(row.asked),
      answer,
      day,
    }
  })
}
