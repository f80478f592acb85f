import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan } from '@qingzhou/domain/money/money'
import { lender } from '#platform/config/brand.ts'
import { employeeProductNo, mallProductNo } from '@qingzhou/domain/product'
import { loanUseDueOn } from '@qingzhou/domain/proofs/proof'
import type { Transaction } from '#platform/database/database.ts'
import { findCard } from '#features/cards/index.ts'
import { readLoans, type DrawRecord } from '#lending/index.ts'
import type { Services } from '#platform/services.ts'
import type { LoanApplication } from './loan-application-store.ts'
import { planView } from './quote/quote-view.ts'

/** SMS after disbursement: amount, payee, and the first instalment. */
export async function paidMessage(
  tx: Transaction,
  services: Services,
  drawn: { application: LoanApplication; draw: DrawRecord; on: LocalDate },
): Promise<string> {
  const { application, draw, on } = drawn
  const { customer, cardId } = application
  const { loanNo, amount } = draw
  const card = await findCard(tx, services, { customer, cardId })
  const loans = await readLoans(tx, customer)
  const booked = loans.find((loan) => loan.loanNo === loanNo)
  const first = booked && planView(booked.loan)[0]
  const where = card ? `您尾号 ${card.lastFour} 的${card.bankName}卡` : '您的银行卡'
  const how = draw.product === mallProductNo ? '付给商城' : `汇入${where}`
  const next = first
    ? `首期 ${displayYuan(first.amount)} 元，请在 ${first.dueDate}（含当日）前还款。`
    : ''
  return `您的借款 ${displayYuan(amount)} 元已于 ${on} ${how}。${next}${proofWanted(drawn)}`
}

function proofWanted({ draw, on }: { draw: DrawRecord; on: LocalDate }): string {
  if (draw.product !== employeeProductNo) return ''
  return `请在 ${loanUseDueOn(on)}（含当日）前上传借款用途凭证。`
}

export function failedMessage({ amount, product }: DrawRecord, reason: string): string {
  if (product === mallProductNo) {
    return `您在商城的订单 ${displayYuan(amount)} 元未能付款（${reason}），订单已取消，额度已退回。如有疑问请致电 ${lender.servicePhone}。`
  }
  return `您申请的借款 ${displayYuan(amount)} 元未能放款（${reason}），额度和优惠券已退回。如有疑问请致电 ${lender.servicePhone}。`
}
