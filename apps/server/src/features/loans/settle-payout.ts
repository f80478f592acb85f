import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { employeeProductNo, mallProductNo } from '@qingzhou/domain/product'
import type { Transaction } from '#platform/database/database.ts'
import { inside } from '#platform/database/inside.ts'
import { readBusinessDate } from '#lending/ledger/index.ts'
import { bookDraw, confirmTransfer, findDraw, type DrawRecord } from '#lending/index.ts'
import { openLoanUseProof } from '#features/proofs/index.ts'
import { noteMoved } from '#platform/moved-transfer-store.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { TransferAnswer } from '#providers/bank/port.ts'
import type { Services } from '#platform/services.ts'
import { releaseHeld } from './end-unverified-draw.ts'
import {
  lockLoanApplication,
  markFailed,
  markPaid,
  type LoanApplication,
  type LoanKey,
} from './loan-application-store.ts'
import { failedMessage, paidMessage } from './messages.ts'

type Settled = Extract<TransferAnswer, { state: 'done' | 'declined' }>

/**
 * Takes the bank's word on a payout, whoever brought it. Loan, ledger, limit, coupon, state and the
 * message to the borrower change together, and once: whoever comes later finds it settled.
 */
export async function settlePayout(
  services: Services,
  key: LoanKey,
  answer: Settled,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const application = await lockLoanApplication(tx, key)
    if (application?.state !== 'processing') return
    const draw = await findDraw(tx, { customer: key.customer, drawNo: key.loanSeqNo })
    if (!draw) return
    if (answer.state === 'done') await paid(tx, services, { application, draw, bankDay: answer.on })
    else await failed(tx, services, { application, draw, reason: answer.reason })
  })
}

async function paid(
  tx: Transaction,
  services: Services,
  payout: { application: LoanApplication; draw: DrawRecord; bankDay: LocalDate | undefined },
): Promise<void> {
  const { application, draw, bankDay } = payout
  const { customer, loanSeqNo } = application
  const { drawNo, loanNo } = draw
  const on = dayOfPayout(draw, { bankDay, today: await readBusinessDate(tx) })
  const deps = { database: inside(tx), now: services.now }
  const actOf = (what: string) => ({
    customer,
    requestNo: `${loanSeqNo}-${what}`,
    actor: 'system',
  })
  await bookDraw(deps, actOf('book'), { drawNo, on })
  await confirmTransfer(deps, actOf('payout'), { kind: 'payout', transferNo: loanNo })
  await noteMoved(tx, customer, {
    orderNo: loanNo,
    provider: 'bank',
    kind: 'payout',
    amount: draw.amount,
    movedOn: bankDay ?? services.today(),
  })
  await markPaid(tx, application, on)
  if (draw.product === employeeProductNo) {
    await openLoanUseProof(tx, services, { customer, loanNo, bookedOn: on })
  }
  if (draw.product === mallProductNo) {
    const payload = { customer, loanSeqNo }
    await services.tasks.add(tx, { kind: 'follow-purchase', payload, key: loanSeqNo })
  }
  const text = await paidMessage(tx, services, { application, draw, on })
  await enqueueSms(tx, services, {
    customer,
    kind: 'loan-paid',
    messageNo: `${loanSeqNo}-paid`,
    text,
  })
}

/**
 * Interest runs from the day the money goes out, so a bank that took until the next day makes the due
 * dates that day's: nobody pays for a day on which they had no money. The amounts stay those of the
 * signed plan, as a month counts thirty days whenever it begins; only interest-free days may cover a
 * different part of the month. The bank's day is taken as far as our books can follow it.
 */
function dayOfPayout(
  { heldOn }: DrawRecord,
  { bankDay, today }: { bankDay: LocalDate | undefined; today: LocalDate },
): LocalDate {
  if (bankDay === undefined || bankDay > today) return today
  return bankDay < heldOn ? heldOn : bankDay
}

async function failed(
  tx: Transaction,
  services: Services,
  payout: { application: LoanApplication; draw: DrawRecord; reason: string },
): Promise<void> {
  const { application, draw, reason } = payout
  const { customer, loanSeqNo } = application
  await releaseHeld(tx, services, application)
  await markFailed(tx, application, reason)
  const text = failedMessage(draw, reason)
  const messageNo = `${loanSeqNo}-failed`
  await enqueueSms(tx, services, { customer, kind: 'loan-failed', messageNo, text })
}
