import type { LocalDate } from '#calendar/local-date.ts'
import { fileLine } from '#file-line.ts'
import { yuan, type Money } from '#money/money.ts'
import type { BureauEvent } from '#bureau/month-events.ts'

/** The version of the layout, which docs/bureau.md describes. */
const LAYOUT = '1'
/** The identity card, in the code of the bureau. */
const ID_CARD = '10'

export type FileHead = {
  readonly company: string
  readonly licenceNo: string
  readonly month: LocalDate
  readonly events: number
  /** The sums of the balances and of the overdue amounts. */
  readonly balance: Money
  readonly overdue: Money
}

export type FileRow = BureauEvent & {
  readonly loanNo: string
  readonly recordedOn: LocalDate
  readonly isDisputed: boolean
  readonly about: string
  readonly holder: { readonly name: string; readonly idNumber: string }
}

/** The first line of the file of a month. [Q6] */
export function headLine(head: FileHead): string {
  const { company, licenceNo, month, events, balance, overdue } = head
  return fileLine(
    'H',
    LAYOUT,
    company,
    licenceNo,
    month.slice(0, 7),
    String(events),
    yuan(balance),
    yuan(overdue),
  )
}

/** The line of an event. [Q6] */
export function eventLine(row: FileRow): string {
  const { fact, holder } = row
  return fileLine(
    'E',
    row.loanNo,
    String(row.eventNo),
    row.kind,
    row.about,
    row.named === undefined ? '' : String(row.named),
    row.asOf,
    row.recordedOn,
    row.isDisputed ? '1' : '0',
    holder.name,
    ID_CARD,
    holder.idNumber,
    fact?.about === 'opened' ? yuan(fact.amount) : '',
    fact?.about === 'balance' ? yuan(fact.balance) : '',
    fact?.about === 'balance' ? yuan(fact.overdue) : '',
    fact?.about === 'status' ? String(fact.daysLate) : '',
    fact?.about === 'status' ? String(fact.lateClass) : '',
    fact?.about === 'closed' ? (fact.reason ?? 'open') : '',
  )
}

/** The last line: the number of events and the SHA-256 of all bytes before it. [Q6] */
export function trailerLine({ events, digest }: { events: number; digest: string }): string {
  return fileLine('T', String(events), digest)
}
