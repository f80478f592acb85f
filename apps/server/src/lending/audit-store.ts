import { hash } from 'node:crypto'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Statement } from '#platform/database/statement.ts'

/** The last row of a customer's log. */
export type Head = { readonly auditNo: bigint; readonly hash: Buffer }

export const noHead: Head = { auditNo: 0n, hash: Buffer.alloc(0) }

type Entry = {
  readonly customer: CustomerNo
  readonly requestNo: string
  readonly actor: string
  readonly name: string
  /** JSON, kept to the letter. */
  readonly asked: string
  readonly answer: string
  readonly today: LocalDate
  readonly at: Date
}

/** The head after one more row: its hash covers the row and all rows before it. */
export function nextHead(head: Head, entry: Entry): Head {
  const auditNo = head.auditNo + 1n
  const { customer, name, requestNo, today, at, asked, answer, actor } = entry
  // The actor comes last: nothing before it can hold a line break. The view broken_audit says the same.
  const text = [auditNo, customer, name, requestNo, today, at.getTime(), asked, answer, actor]
  const covered = Buffer.concat([head.hash, Buffer.from(text.join('\n'))])
  return { auditNo, hash: hash('sha256', covered, 'buffer') }
}

/** The row that says what was done, and keeps the answer for whoever asks again. */
export function auditRow(entry: Entry, heads: { before: Head; after: Head }): Statement {
  const { customer, requestNo, actor, name, asked, answer, today, at } = entry
  const { before, after } = heads
  return {
    sql: `INSERT INTO audit_log (customer_no, request_no, audit_no, act, actor, business_date,
                                 done_at, asked, answer, previous_hash, hash)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      customer,
      requestNo,
      after.auditNo,
      name,
      actor,
      today,
      at.toISOString(),
      asked,
      answer,
      before.hash,
      after.hash,
    ],
  }
}
