import { isSettled, sumOfParts } from '@qingzhou/domain/loans/loan'
import { lender } from '#platform/config/brand.ts'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import type { Transaction } from '#platform/database/database.ts'
import { findOffer, type LoanRecord, type OfferRecord } from '#lending/index.ts'
import type { Order, OrderLine } from './order-store.ts'

/** The SMS text for a booked payment: amount, settled loans, refund. */
export async function paidMessage(
  tx: Transaction,
  paid: {
    readonly order: Order
    readonly lines: readonly OrderLine[]
    /** The loans after the payment. */
    readonly loans: readonly LoanRecord[]
    readonly tooMuch: Money
  },
): Promise<string> {
  const { order, lines, loans, tooMuch } = paid
  const { customer, offerNo } = order
  const settled = loans.filter(
    ({ loanNo, loan }) => isSettled(loan) && lines.some((line) => line.loanNo === loanNo),
  )
  const offered = offerNo === undefined ? undefined : await findOffer(tx, { customer, offerNo })
  const how = order.actor === 'system' ? '自动扣款' : '还款'
  const given = offered ? waiverWords(offered) : ''
  const end = settled.length > 0 ? `有 ${settled.length} 笔借款已结清。` : ''
  const back = tooMuch > 0n ? `多还的 ${displayYuan(tooMuch)} 元将原路退回。` : ''
  return `您的${how} ${displayYuan(order.amount)} 元已入账。${given}${end}${back}`
}

function waiverWords({ taken }: OfferRecord): string {
  if (!taken) return '账单在付款期间有变化，减免方案未能使用，款项已按应还顺序入账。'
  return `按减免方案减免 ${displayYuan(sumOfParts(taken.waived))} 元。`
}

export function failedMessage({ amount, actor }: Order, reason: string): string {
  const what = actor === 'system' ? '自动扣款' : '还款'
  return `您的${what} ${displayYuan(amount)} 元未成功（${reason}），没有扣款。请在“还款”中重试或换一种付款方式，如有疑问请致电 ${lender.servicePhone}。`
}
