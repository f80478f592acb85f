import { addDays, daysBetween, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { debitRefusals } from '@qingzhou/domain/cards/debit-refusal'
import { isOpen, type Loan } from '@qingzhou/domain/loans/loan'
import { displayYuan, sum, type Money } from '@qingzhou/domain/money/money'
import { billsOf } from '@qingzhou/domain/repayment/bill'
import type { Card } from '#features/cards/index.ts'
import type { Order } from '#features/repayment/orders/order-store.ts'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'

/** A round of debits in which nothing could be debited. */
export type FailedDebit = {
  readonly amount: Money
  readonly loan: Loan
  /** The orders of the round, and the cards as they are after it. */
  readonly orders: readonly Order[]
  readonly cards: readonly Card[]
  readonly date: LocalDate
  /** Whether no further round follows today. */
  readonly isLast: boolean
}

/** The SMS after a round: why nothing was debited, what to do, and what it costs by now. */
export function failedDebitSms(failed: FailedDebit): Sms {
  const { amount, loan, date, isLast } = failed
  const told = { amount: displayYuan(amount), ...causeOf(failed) }
  if (!isLast) return smsOf('automatic-debit-failed/again', told)
  const due = loan.instalments.find((row) => row.dueDate <= date && isOpen(row))?.dueDate ?? date
  const penalty = sum(billsOf(loan, date).map(({ open }) => open.penalty))
  const days = String(daysBetween({ from: due, to: date }))
  if (penalty > 0n) {
    return smsOf('automatic-debit-failed/penalty', { ...told, days, penalty: displayYuan(penalty) })
  }
  const until = addDays(due, loan.conventions.late.graceDays)
  return date <= until
    ? smsOf('automatic-debit-failed', { ...told, until })
    : smsOf('automatic-debit-failed/overdue', { ...told, days })
}

type Cause = { readonly reason: string; readonly advice: string }

function causeOf({ orders, cards, date }: FailedDebit): Cause {
  const byAgreement = orders.findLast((order) => hasFailedBy(order))
  if (byAgreement) {
    const reason = `支付应用自动还款也未成功（${byAgreement.reason ?? ''}）`
    return { reason, advice: '请尽快在“还款”中还款' }
  }
  if (cards.length === 0) {
    return { reason: '没有可扣款的银行卡', advice: '请在“还款”中绑定银行卡或用其他方式还款' }
  }
  const refused = cards.find(({ refusedDebit }) => refusedDebit?.on === date)
  return refused
    ? refusalOf(refused)
    : { reason: '超过银行卡今日可扣的限额', advice: '请在“还款”中换一张卡或用支付应用还款' }
}

/** Why the last debit of a card was declined. The card that a loan is debited from first is named. */
export function refusalOf({ lastFour, refusedDebit }: Card): Cause {
  const { reason, advice } = debitRefusals[refusedDebit?.kind ?? 'other']
  return { reason: `尾号 ${lastFour} 的${reason}`, advice }
}

export function hasFailedBy({ agreementNo, state }: Order): boolean {
  return agreementNo !== undefined && state === 'failed'
}
