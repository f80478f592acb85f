import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { employeeProductNo, mallProductNo } from '@qingzhou/domain/product'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { bookDraw, confirmTransfer, findDraw, type DrawRecord } from '@qingzhou/lending/index'
import type { FinalAnswer } from '#features/order-watch/index.ts'
import { openLoanUseEvidence } from '#features/evidence/index.ts'
import { recordMovedTransfer } from '@qingzhou/providers/records/bank-order-store'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import type { Services } from '#services.ts'
import { releaseReservation } from './end-unverified-draw.ts'
import {
  lockLoanApplication,
  markFailed,
  markPaid,
  type LoanApplication,
  type LoanKey,
} from '#features/loans/loan-application-store.ts'
import { failedMessage, paidMessage } from '#features/loans/messages.ts'

/** What it depends on: no provider. */
export type DisbursementServices = Pick<Services, 'database' | 'vault' | 'now' | 'today' | 'tasks'>

/**
 * Applies the bank's result of a disbursement, from a call, a poll or a callback. Loan, ledger,
 * limit, coupon, state and SMS change in one transaction, and once: later results find it settled.
 */
export async function settleDisbursement(
  services: DisbursementServices,
  key: LoanKey,
  answer: FinalAnswer,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const application = await lockLoanApplication(tx, key)
    if (application?.state !== 'processing') return
    const draw = await findDraw(tx, { customer: key.customer, drawNo: key.drawNo })
    if (!draw) return
    if (answer.state === 'done')
      await bookPaid(tx, services, { application, draw, bankDay: answer.on })
    else await bookFailed(tx, services, { application, draw, reason: answer.reason })
  })
}

async function bookPaid(
  tx: Transaction,
  services: DisbursementServices,
  disbursement: { application: LoanApplication; draw: DrawRecord; bankDay: LocalDate | undefined },
): Promise<void> {
  const { application, draw, bankDay } = disbursement
  const { customer } = application
  const { drawNo, loanNo } = draw
  const on = disbursementDay(draw, { bankDay, today: await readBusinessDate(tx) })
  const deps = { database: inside(tx), now: services.now }
  const actOf = (what: string) => ({
    customer,
    requestNo: `${drawNo}-${what}`,
    actor: 'system',
  })
  await bookDraw(deps, actOf('book'), { drawNo, on })
  await confirmTransfer(deps, actOf('disbursement'), { kind: 'disbursement', transferNo: loanNo })
  await recordMovedTransfer(tx, customer, {
    orderNo: loanNo,
    provider: 'bank',
    kind: 'disbursement',
    amount: draw.amount,
    movedOn: bankDay ?? services.today(),
  })
  await markPaid(tx, application, on)
  if (draw.product === employeeProductNo) {
    await openLoanUseEvidence(tx, services, { customer, loanNo, bookedOn: on })
  }
  if (draw.product === mallProductNo) {
    const payload = { customer, drawNo }
    await services.tasks.add(tx, { kind: 'follow-purchase', payload, key: drawNo })
  }
  const sms = await paidMessage(tx, services, { application, draw, on })
  await enqueueSms(tx, services, { customer, messageNo: `${drawNo}-paid`, sms })
}

/**
 * The start date of the loan. Interest runs from disbursement, so if the bank pays on the next day,
 * the due dates move with it and the borrower does not pay for a day without the money. The amounts
 * stay those of the signed plan, as every month counts thirty days; only interest-free days may
 * cover a different part of the month. The bank's date is used unless it is after the business date
 * or before the reservation.
 */
function disbursementDay(
  { reservedOn }: DrawRecord,
  { bankDay, today }: { bankDay: LocalDate | undefined; today: LocalDate },
): LocalDate {
  if (bankDay === undefined || bankDay > today) return today
  return bankDay < reservedOn ? reservedOn : bankDay
}

async function bookFailed(
  tx: Transaction,
  services: DisbursementServices,
  disbursement: { application: LoanApplication; draw: DrawRecord; reason: string },
): Promise<void> {
  const { application, draw, reason } = disbursement
  const { customer, drawNo } = application
  await releaseReservation(tx, services, application)
  await markFailed(tx, application, reason)
  const sms = failedMessage(draw, reason)
  const messageNo = `${drawNo}-failed`
  await enqueueSms(tx, services, { customer, messageNo, sms })
}
