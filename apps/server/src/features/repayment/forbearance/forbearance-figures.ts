import type { ReliefFigures, ReliefQuote } from '@qingzhou/contract/features/repayment/delays'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Loan } from '@qingzhou/domain/loans/loan'
import { add, displayYuan, greater, subtract, sum, ZERO } from '@qingzhou/domain/money/money'
import { type Bill, billsOf } from '@qingzhou/domain/repayment/bill'
import { forbearanceRequestOn } from '@qingzhou/domain/repayment/forbearance'
import type { ForbearanceFacts, QuoteForbearanceFacts } from '#features/agreements/index.ts'
import { loanOf, readBills } from '#features/repayment/read-bills.ts'
import { forbearanceOf, type LoanRecord } from '#lending/index.ts'
import { digestOf } from '#platform/canonical-json.ts'
import type { CustomerNo } from '#platform/ids.ts'
import { orRefuse, Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'

/** Quotes a forbearance by the same function that books it. */
export function quoteForbearance(
  record: LoanRecord,
  request: { readonly customer: CustomerNo; readonly days: number; readonly today: LocalDate },
): ReliefQuote {
  const { customer, days, today } = request
  const terms = { days, today, asked: forbearanceRequestOn(today, record.loan) }
  const after = orRefuse(forbearanceOf(record, terms))
  const figures = figuresOf(record.loan, { after, today })
  const quote = { loanNo: record.loanNo, days, ...figures, validOn: today }
  return { ...quote, quoteId: digestOf({ customer, ...quote }).toString('base64url') }
}

/** The facts for the agreement of a forbearance that was not applied for yet; the signed one uses the same. */
export function forbearanceFacts(services: Services): QuoteForbearanceFacts {
  return async ({ session: { customer } }, { loanNo, days }) => {
    const { loans, today } = await readBills(services, customer)
    const record = loanOf({ loans }, loanNo)
    return factsOfForbearance(record, quoteForbearance(record, { customer, days, today }))
  }
}

export function factsOfForbearance({ loan }: LoanRecord, quote: ReliefQuote): ForbearanceFacts {
  const { loanNo: _, validOn: __, quoteId: ___, ...figures } = quote
  const { amount: loanAmount, start: drawnOn, annualRatePpm } = loan
  return { loanAmount, drawnOn, annualRatePpm, ...figures }
}

/** The added interest, and the first open instalment before and after. */
export function figuresOf(
  before: Loan,
  { after, today }: { readonly after: Loan; readonly today: LocalDate },
): ReliefFigures {
  const was = billsOf(before, today)
  const is = billsOf(after, today)
  const first = was.find(({ state }) => state !== 'settled')
  const moved = is.find(({ n }) => n === first?.n)
  if (!first || !moved) throw new Refused({ kind: 'nothing-owed' })
  return {
    // Penalty is no cost of a forbearance: what was owed stays, and no more is added.
    cost: greater(subtract(chargesIn(is), chargesIn(was)), ZERO),
    n: first.n,
    dueDate: first.dueDate,
    amount: first.amount,
    newDueDate: moved.dueDate,
    newAmount: moved.amount,
  }
}

function chargesIn(bills: readonly Bill[]) {
  return sum(bills.map(({ open }) => add(open.fee, open.interest)))
}

/** The application in one line, for the reviewer. */
export function summaryForReviewer({ days, cost, ...first }: ReliefQuote): string {
  const { n, dueDate, amount, newDueDate, newAmount } = first
  return `申请延期 ${days} 天，多付利息 ${displayYuan(cost)} 元（客户已确认）；第 ${n} 期由 ${dueDate} 应还 ${displayYuan(amount)} 元，改为 ${newDueDate} 应还 ${displayYuan(newAmount)} 元`
}
