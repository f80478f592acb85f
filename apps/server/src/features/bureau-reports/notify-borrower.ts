import { positionForBureau } from '@qingzhou/domain/bureau/bureau-event'
import { monthEnd } from '@qingzhou/domain/bureau/month-events'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { lockCustomerBooks, readOpenLoans, type LoanRecord } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import type { Services } from '#services.ts'
import type { LoanKey } from './event-store.ts'
import { findNotice, insertNotice } from './month-store.ts'

type Deps = Pick<Services, 'vault' | 'tasks' | 'now'>

/** Tells the borrower of a loan that is late today, once, that it will be reported. [Q4] */
export async function notifyIfLate(
  tx: Transaction,
  services: Deps,
  { customer, loanNo }: LoanKey,
): Promise<void> {
  await lockCustomerBooks(tx, customer)
  if ((await findNotice(tx, { customer, loanNo })) !== undefined) return
  const record = (await readOpenLoans(tx, customer)).find((one) => one.loanNo === loanNo)
  const today = await readBusinessDate(tx)
  if (!record || positionForBureau(record.loan, today).daysLate === 0) return
  await notify(tx, services, { customer, record, today })
}

/** The day on which the borrower was told; if it has not been done, it is done now. */
export async function ensureNotice(
  tx: Transaction,
  services: Deps,
  of: Parameters<typeof notify>[2],
): Promise<LocalDate> {
  const { customer, record, today } = of
  const noticedOn = await findNotice(tx, { customer, loanNo: record.loanNo })
  if (noticedOn !== undefined) return noticedOn
  await notify(tx, services, of)
  return today
}

async function notify(
  tx: Transaction,
  services: Deps,
  {
    customer,
    record,
    today,
  }: Pick<LoanKey, 'customer'> & { readonly record: LoanRecord; readonly today: LocalDate },
): Promise<void> {
  const { loanNo, loan } = record
  const messageNo = `bureau-notice-${loanNo}`
  const { overdue, daysLate } = positionForBureau(loan, today)
  const sms = smsOf('bureau-notice', {
    loan: loanNo.slice(-4),
    days: String(daysLate),
    amount: displayYuan(overdue),
    date: monthEnd(addDays(today, product.bureau.noticeDays)),
  })
  await enqueueSms(tx, services, { customer, messageNo, sms })
  await insertNotice(tx, { customer, loanNo, on: today, messageNo })
}
