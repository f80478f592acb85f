import type { PlanOutline } from '@qingzhou/contract/features/repayment/bills'
import { isSettled, sumOfParts } from '@qingzhou/domain/loans/loan'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { outlineOf } from '#features/repayment/read-bills.ts'
import type { Order } from '#features/repayment/orders/order-store.ts'
import {
  findOffer,
  type LoanRecord,
  type OfferRecord,
  type OrderLine,
} from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { Transaction } from '@qingzhou/platform/database/database'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'

/** The SMS for a booked payment: amount, settled loans, refund. */
export async function paidMessage(
  tx: Transaction,
  paid: {
    readonly order: Order
    readonly lines: readonly OrderLine[]
    /** The loans after the payment. */
    readonly loans: readonly LoanRecord[]
    readonly tooMuch: Money
  },
): Promise<Sms> {
  const { order, lines, loans, tooMuch } = paid
  const { customer, aim } = order
  const settled = loans.filter(
    ({ loanNo, loan }) => isSettled(loan) && lines.some((line) => line.loanNo === loanNo),
  )
  const offered =
    aim.kind === 'waiver' ? await findOffer(tx, { customer, offerNo: aim.offerNo }) : undefined
  const booked = { way: wayOf(order), amount: displayYuan(order.amount) }
  const end = {
    loans: String(settled.length),
    refund: displayYuan(tooMuch),
    isSettled: settled.length > 0,
    isRefunded: tooMuch > 0n,
  }
  if (offered) return offerUsed({ ...booked, waiver: waiverWords(offered) }, end)
  const early = aim.kind === 'earlyPart' && !end.isSettled && tooMuch < order.amount
  const record = early ? loans.find(({ loanNo }) => loanNo === lines[0]?.loanNo) : undefined
  const outline = record && outlineOf(record, await readBusinessDate(tx))
  return outline ? partPaid(booked, outline, end) : plainlyPaid(booked, end)
}

/** The plan that an early repayment in part has left, in the figures that its quote had. */
function partPaid(
  { amount }: BookedPayment,
  outline: PlanOutline,
  { refund, isRefunded }: End,
): Sms {
  const { count, months, monthsAtFirst, next } = outline
  const left = {
    way: '部分提前还款',
    amount,
    count: String(count),
    dueDate: next.dueDate,
    nextAmount: displayYuan(next.amount),
  }
  if (monthsAtFirst === undefined) {
    return isRefunded
      ? smsOf('repaid/part-refund', { ...left, refund })
      : smsOf('repaid/part', left)
  }
  const length = { months: String(months), monthsAtFirst: String(monthsAtFirst) }
  return isRefunded
    ? smsOf('repaid/shortened-refund', { ...left, ...length, refund })
    : smsOf('repaid/shortened', { ...left, ...length })
}

type BookedPayment = { readonly way: string; readonly amount: string }
type End = {
  readonly loans: string
  readonly refund: string
  readonly isSettled: boolean
  readonly isRefunded: boolean
}

function plainlyPaid(
  booked: BookedPayment,
  { loans, refund, isSettled: settles, isRefunded }: End,
): Sms {
  if (settles && isRefunded) return smsOf('repaid/settled-refund', { ...booked, loans, refund })
  if (settles) return smsOf('repaid/settled', { ...booked, loans })
  return isRefunded ? smsOf('repaid/refund', { ...booked, refund }) : smsOf('repaid', booked)
}

function offerUsed(
  booked: BookedPayment & { readonly waiver: string },
  { loans, refund, isSettled: settles, isRefunded }: End,
): Sms {
  if (settles && isRefunded) {
    return smsOf('repaid/offer-settled-refund', { ...booked, loans, refund })
  }
  if (settles) return smsOf('repaid/offer-settled', { ...booked, loans })
  if (isRefunded) return smsOf('repaid/offer-refund', { ...booked, refund })
  return smsOf('repaid/offer', booked)
}

function wayOf({ actor, agreementNo }: Pick<Order, 'actor' | 'agreementNo'>): string {
  if (agreementNo !== undefined) return '支付应用自动还款'
  return actor === 'system' ? '自动扣款' : '还款'
}

function waiverWords({ taken }: OfferRecord): string {
  if (!taken) return '账单在付款期间有变化，减免方案未能使用，款项已按应还顺序入账。'
  return `按减免方案减免 ${displayYuan(sumOfParts(taken.waived))} 元。`
}

export function failedMessage(order: Order, reason: string): Sms {
  const amount = displayYuan(order.amount)
  if (order.payBy !== 'card') return smsOf('repayment-failed/app', { amount, reason })
  return smsOf('repayment-failed', { way: wayOf(order), amount, reason })
}
