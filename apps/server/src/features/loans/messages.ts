import type { Method } from '@qingzhou/domain/loans/amortise'
import { choicesOf } from '#features/reference/index.ts'
import { assert } from '@qingzhou/domain/assert'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan } from '@qingzhou/domain/money/money'
import { employeeProductNo, mallProductNo, product } from '@qingzhou/domain/product'
import { loanUseDueOn } from '@qingzhou/domain/evidence/evidence'
import type { Transaction } from '@qingzhou/platform/database/database'
import { findCard } from '#features/cards/index.ts'
import { readLoans, type DrawRecord } from '@qingzhou/lending/index'
import type { Services } from '#services.ts'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'
import type { LoanApplication } from './loan-application-store.ts'
import { planView } from './quote/quote-view.ts'

export const methodNames: Record<Method, string> = {
  'equal-instalments': '等额本息',
  'equal-principal': '等额本金',
  'interest-first': '先息后本',
}

export function purposesInWords(): { code: string; name: string }[] {
  return choicesOf(['purpose']).choices.purpose ?? []
}

export function purposeName(code: string): string {
  return purposesInWords().find((purpose) => purpose.code === code)?.name ?? code
}

/** SMS after disbursement: amount, payee, and the first instalment. */
export async function paidMessage(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  drawn: { application: LoanApplication; draw: DrawRecord; on: LocalDate },
): Promise<Sms> {
  const { application, draw, on } = drawn
  const { customer, cardId } = application
  const { loanNo, amount } = draw
  const card = await findCard(tx, services, { customer, cardId })
  const loans = await readLoans(tx, customer)
  const booked = loans.find((loan) => loan.loanNo === loanNo)
  const first = booked && planView(booked.loan)[0]
  assert(first !== undefined, `loan ${loanNo}: first instalment missing`)
  const where = card ? `您尾号 ${card.lastFour} 的${card.bankName}卡` : '您的银行卡'
  const parameters = {
    amount: displayYuan(amount),
    date: on,
    payee: draw.product === mallProductNo ? '付给商城' : `汇入${where}`,
    firstAmount: displayYuan(first.amount),
    firstDue: first.dueDate,
  }
  return draw.product === employeeProductNo
    ? smsOf('loan-paid/evidence', { ...parameters, evidenceDue: loanUseDueOn(on) })
    : smsOf('loan-paid', parameters)
}

export function failedMessage({ amount, product }: DrawRecord, reason: string): Sms {
  const template = product === mallProductNo ? 'loan-failed/mall' : 'loan-failed'
  return smsOf(template, { amount: displayYuan(amount), reason })
}

/** SMS for a draw that was cancelled because it was not verified in time, after a review the same day. */
export function lapsedMessage(
  { amount, product: productNo }: DrawRecord,
  { wasHeld }: { readonly wasHeld: boolean },
): Sms {
  const isMall = productNo === mallProductNo
  if (wasHeld) {
    const template = isMall ? 'loan-lapsed/review-mall' : 'loan-lapsed/review'
    return smsOf(template, { amount: displayYuan(amount) })
  }
  const template = isMall ? 'loan-lapsed/mall' : 'loan-lapsed'
  const minutes = String(product.verification.minutes)
  return smsOf(template, { amount: displayYuan(amount), minutes })
}
