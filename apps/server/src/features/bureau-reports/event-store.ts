import { unreachable } from '@qingzhou/domain/assert'
import type { BureauFact, CloseReason } from '@qingzhou/domain/bureau/bureau-event'
import type { BureauEvent } from '@qingzhou/domain/bureau/month-events'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'

/** The person as the bureau knows them. */
export type Holder = { readonly name: string; readonly idNumber: string }

export type LoanKey = { readonly customer: CustomerNo; readonly loanNo: string }

/** An event with when it was written and in which file it is. */
export type StoredEvent = BureauEvent &
  LoanKey & {
    readonly recordedOn: LocalDate
    readonly fileMonth: LocalDate
    readonly isDisputed: boolean
  }

export type EventRow = {
  customer_no: CustomerNo
  loan_no: string
  event_no: number
  kind: BureauEvent['kind']
  about: BureauFact['about']
  as_of: LocalDate
  recorded_on: LocalDate
  file_month: LocalDate
  named_event_no: number | null
  dispute_no: string | null
  is_disputed: boolean
  amount_fen: bigint | null
  balance_fen: bigint | null
  overdue_fen: bigint | null
  days_late: number | null
  late_class: number | null
  close_reason: CloseReason | null
}

export const EVENT_COLUMNS = `customer_no, loan_no, event_no, kind, about, as_of, recorded_on, file_month, named_event_no,
  dispute_no, is_disputed, amount_fen, balance_fen, overdue_fen, days_late, late_class, close_reason`

/** The events of a customer, in the order in which they were written for each loan. */
export async function listEvents(db: Queryable, customer: CustomerNo): Promise<StoredEvent[]> {
  const rows = await db.query<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM bureau_events WHERE customer_no = $1 ORDER BY loan_no, event_no`,
    [customer],
  )
  return rows.map(eventOf)
}

export function eventOf(row: EventRow): StoredEvent {
  return {
    customer: row.customer_no,
    loanNo: row.loan_no,
    eventNo: row.event_no,
    kind: row.kind,
    asOf: row.as_of,
    recordedOn: row.recorded_on,
    fileMonth: row.file_month,
    named: row.named_event_no ?? undefined,
    disputeNo: row.dispute_no ?? undefined,
    isDisputed: row.is_disputed,
    fact: row.kind === 'disputed' ? undefined : factOf(row),
  }
}

/** The constraints of the table give each kind of fact its columns. */
function factOf(row: EventRow): BureauFact {
  switch (row.about) {
    case 'opened':
      return { about: 'opened', amount: fen(row.amount_fen ?? 0n) }
    case 'balance':
      return {
        about: 'balance',
        balance: fen(row.balance_fen ?? 0n),
        overdue: fen(row.overdue_fen ?? 0n),
      }
    case 'status':
      return { about: 'status', daysLate: row.days_late ?? 0, lateClass: row.late_class ?? 0 }
    case 'closed':
      return { about: 'closed', reason: row.close_reason ?? undefined }
    default:
      return unreachable(row.about)
  }
}

export type EventToStore = BureauEvent &
  LoanKey & {
    readonly about: BureauFact['about']
    readonly recordedOn: LocalDate
    readonly fileMonth: LocalDate
    readonly holder: Holder
  }

/** Writes an event. It has the mark of a dispute while one of its loan is open. */
export async function insertEvent(
  tx: Transaction,
  { vault }: Pick<Services, 'vault'>,
  event: EventToStore,
): Promise<void> {
  const { customer, loanNo, eventNo, kind, about, asOf, recordedOn, fileMonth, named } = event
  const place = placeIn('bureau_events', customer, loanNo, eventNo)
  const disputes = await tx.query(
    `SELECT FROM bureau_disputes WHERE customer_no = $1 AND loan_no = $2 AND state = 'open' LIMIT 1`,
    [customer, loanNo],
  )
  await tx.query(
    `INSERT INTO bureau_events (${EVENT_COLUMNS}, holder_sealed)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      customer,
      loanNo,
      eventNo,
      kind,
      about,
      asOf,
      recordedOn,
      fileMonth,
      named ?? null,
      event.disputeNo ?? null,
      disputes.length > 0,
      ...factColumns(event.fact),
      vault.seal(JSON.stringify(event.holder), place('holder_sealed')),
    ],
  )
}

function factColumns(fact: BureauFact | undefined): readonly (bigint | number | string | null)[] {
  return [
    fact?.about === 'opened' ? fact.amount : null,
    fact?.about === 'balance' ? fact.balance : null,
    fact?.about === 'balance' ? fact.overdue : null,
    fact?.about === 'status' ? fact.daysLate : null,
    fact?.about === 'status' ? fact.lateClass : null,
    fact?.about === 'closed' ? (fact.reason ?? null) : null,
  ]
}
