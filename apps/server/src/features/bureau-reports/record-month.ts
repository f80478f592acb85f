import { isNegative } from '@qingzhou/domain/bureau/bureau-event'
import {
  fileMonthOf,
  monthEvents,
  type LoanToReport,
  type NewBureauEvent,
} from '@qingzhou/domain/bureau/month-events'
import { loanOn, type LoanPast } from '@qingzhou/domain/acts/past'
import { addDays, localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isSettled } from '@qingzhou/domain/loans/loan'
import { product } from '@qingzhou/domain/product'
import {
  lockCustomerBooks,
  readActs,
  readLoans,
  replayActs,
  type LoanRecord,
} from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import { positionOn, reasonOf } from './books-fact.ts'
import { insertEvent, listEvents, type Holder, type StoredEvent } from './event-store.ts'
import { readHolder } from './holder.ts'
import {
  listReportedCustomers,
  markRecorded,
  readLastPosting,
  readLateActs,
} from './month-store.ts'
import { ensureNotice } from './notify-borrower.ts'

const CUSTOMERS_PER_SLICE = 200

type Deps = Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'log'>

/**
 * Writes the events of a month from the books, in slices. A repeated run writes none twice. The month is
 * complete when the last slice is done. [Q1]
 */
export async function recordMonth(
  services: Deps,
  { month, after }: { readonly month: LocalDate; readonly after: string },
): Promise<void> {
  const { database, tasks, log } = services
  const slice = { month, after, count: CUSTOMERS_PER_SLICE }
  const customers = await listReportedCustomers(database, slice)
  let events = 0
  for (const customer of customers) {
    events += await database.inTransaction((tx) =>
      recordCustomer(tx, services, { customer, month }),
    )
  }
  log.info('bureau.recorded', { month, customers: customers.length, events })
  const last = customers.at(-1)
  if (last === undefined || customers.length < CUSTOMERS_PER_SLICE) {
    return markRecorded(database, { month, at: services.now() })
  }
  await database.inTransaction((tx) =>
    tasks.add(tx, {
      kind: 'bureau-month',
      payload: { month, afterCustomer: last },
      key: `${month}-${last}`,
    }),
  )
}

type Month = { readonly customer: CustomerNo; readonly month: LocalDate }

async function recordCustomer(
  tx: Transaction,
  services: Deps,
  { customer, month }: Month,
): Promise<number> {
  await lockCustomerBooks(tx, customer)
  const today = await readBusinessDate(tx)
  const records = await readLoans(tx, customer)
  const stored = await listEvents(tx, customer)
  const pasts = await readPasts(tx, { customer, month, records })
  let holder: Holder | undefined
  let count = 0
  for (const record of records) {
    const earlier = stored.filter(({ loanNo }) => loanNo === record.loanNo)
    const past = pasts.of(record.loanNo)
    const loan = await loanToReport(tx, {
      customer,
      month,
      record,
      past,
      isPastChanged: pasts.isChanged,
    })
    const events = monthEvents(loan, { month, earlier })
    holder ??= events.length > 0 ? await readHolder(tx, services, customer) : undefined
    if (!holder) continue
    await writeEvents(tx, services, { customer, month, today, record, earlier, events, holder })
    count += events.length
  }
  return count
}

type Pasts = {
  readonly isChanged: boolean
  of(loanNo: string): LoanPast | undefined
}

/** The acts of the loans, where the loans as they are do not show how they were at the end of the month. */
async function readPasts(
  tx: Transaction,
  { customer, month, records }: Month & { readonly records: readonly LoanRecord[] },
): Promise<Pasts> {
  const since = addDays(localDate(`${month.slice(0, 7)}-01`), -1)
  const { isAfterMonth, isPastChanged } = await readLateActs(tx, { customer, month, since })
  if (!isAfterMonth && !isPastChanged) return { isChanged: false, of: () => undefined }
  const replayed = replayActs(await readActs(tx, customer), records)
  return {
    isChanged: isPastChanged,
    of: (loanNo) => {
      const found = replayed.get(loanNo)
      return found?.kind === 'loan' ? found.past : undefined
    },
  }
}

async function loanToReport(
  tx: Transaction,
  {
    customer,
    month,
    record,
    past,
    isPastChanged,
  }: Month & {
    readonly record: LoanRecord
    readonly past: LoanPast | undefined
    readonly isPastChanged: boolean
  },
): Promise<LoanToReport> {
  const { loanNo, reversedOn } = record
  const loan = past ? loanOn(past, month) : record.loan
  const isReturned = reversedOn !== undefined && reversedOn <= month
  const closedOn =
    isReturned || isSettled(loan)
      ? ((isReturned ? reversedOn : undefined) ??
        (await readLastPosting(tx, { customer, loanNo, until: month })) ??
        month)
      : undefined
  return {
    amount: loan.amount,
    start: loan.start,
    closed:
      closedOn === undefined
        ? undefined
        : { on: closedOn, reason: reasonOf(record, { isReturned }) },
    position: positionOn(record, { loan, day: month }),
    positionThen:
      isPastChanged && past
        ? (day) => positionOn(record, { loan: loanOn(past, day), day })
        : undefined,
  }
}

async function writeEvents(
  tx: Transaction,
  services: Deps,
  of: Month & {
    readonly today: LocalDate
    readonly record: LoanRecord
    readonly earlier: readonly StoredEvent[]
    readonly events: readonly NewBureauEvent[]
    readonly holder: Holder
  },
): Promise<void> {
  const { customer, month, today, record, earlier, events, holder } = of
  const { noticeDays } = product.bureau
  const isLate = events.some(({ fact }) => isNegative(fact))
  const noticedOn = isLate
    ? await ensureNotice(tx, services, { customer, record, today })
    : undefined
  const before = earlier.at(-1)?.eventNo ?? 0
  for (const [index, event] of events.entries()) {
    await insertEvent(tx, services, {
      ...event,
      about: event.fact.about,
      customer,
      loanNo: record.loanNo,
      eventNo: before + index + 1,
      recordedOn: today,
      fileMonth: fileMonthOf(event, { month, noticedOn, noticeDays }),
      holder,
    })
  }
}
