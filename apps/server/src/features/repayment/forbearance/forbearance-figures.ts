import type {
  ForbearanceFigures,
  ForbearanceQuote,
} from '@qingzhou/contract/features/repayment/deferrals'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Loan } from '@qingzhou/domain/loans/loan'
import { add, displayYuan, greater, subtract, sum, ZERO } from '@qingzhou/domain/money/money'
import { type Bill, billsOf } from '@qingzhou/domain/repayment/bill'
import { forbearanceRequestOn } from '@qingzhou/domain/repayment/forbearance'
import type { ForbearanceFacts, QuoteForbearanceFacts } from '#features/agreements/index.ts'
import { loanOf, readBills } from '#features/repayment/read-bills.ts'
import {
  forbearanceOf,
  type LoanRecord,
  grantForbearanceOnLoan,
  lockCustomerBooks,
  readLoans,
} from '@qingzhou/lending/index'
import { digestOf } from '@qingzhou/platform/canonical-json'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import type { ReviewedEvidence } from '#features/evidence/index.ts'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { smsOf, withoutFinalPunctuation, type Sms } from '@qingzhou/platform/sms/sms-templates'
import {
  endReview,
  listForbearances,
  saveFigures,
  type ForbearanceRequest,
  type ForbearanceRecord,
} from './forbearance-store.ts'

/** Quotes a forbearance by the same function that books it. */
export function quoteForbearance(
  record: LoanRecord,
  request: { readonly customer: CustomerNo; readonly days: number; readonly today: LocalDate },
): ForbearanceQuote {
  const { customer, days, today } = request
  const terms = { days, today, asked: forbearanceRequestOn(today, record.loan) }
  const { loan: after } = orRefuse(forbearanceOf(record, terms))
  const figures = figuresOf(record.loan, { after, today })
  const quote = { loanNo: record.loanNo, days, ...figures, validOn: today }
  return { ...quote, quoteId: digestOf({ customer, ...quote }).toString('base64url') }
}

/** The facts for the agreement of a forbearance that was not applied for yet; the signed one uses the same. */
export function forbearanceFacts(services: Pick<Services, 'database'>): QuoteForbearanceFacts {
  return async ({ session: { customer } }, { loanNo, days }) => {
    const { loans, today } = await readBills(services, customer)
    const record = loanOf({ loans }, loanNo)
    return factsOfForbearance(record, quoteForbearance(record, { customer, days, today }))
  }
}

export function factsOfForbearance(
  { loan }: LoanRecord,
  quote: ForbearanceQuote,
): ForbearanceFacts {
  const { loanNo: _, validOn: __, quoteId: ___, ...figures } = quote
  const { amount: originalAmount, start: drawnOn, annualRatePpm } = loan
  return { originalAmount, drawnOn, annualRatePpm, ...figures }
}

/** The added interest, and the first open instalment before and after. */
export function figuresOf(
  before: Loan,
  { after, today }: { readonly after: Loan; readonly today: LocalDate },
): ForbearanceFigures {
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
export function summaryForReviewer({ days, cost, ...first }: ForbearanceQuote): string {
  const { n, dueDate, amount, newDueDate, newAmount } = first
  return `申请延期 ${days} 天，多付利息 ${displayYuan(cost)} 元（客户已确认）；第 ${n} 期由 ${dueDate} 应还 ${displayYuan(amount)} 元，改为 ${newDueDate} 应还 ${displayYuan(newAmount)} 元`
}

/** Applies a review in its transaction: books the new due dates, or sends the refusal reason. */
export async function forbearanceReviewed(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  reviewed: ReviewedEvidence,
): Promise<void> {
  const { customer, evidenceNo, round, verdict } = reviewed
  const forbearances = await listForbearances(tx, services, customer)
  const forbearance = forbearances.find((one) => one.evidenceNo === evidenceNo)
  if (!forbearance) throw new Refused({ kind: 'evidence-unknown' })
  // Evidence submitted without an application has no number of days; an earlier application is
  // already decided.
  if (forbearance.state !== 'review' || !forbearance.request)
    throw new Refused({ kind: 'evidence-changed' })
  const sms =
    verdict === 'approved'
      ? await bookForbearance(tx, services, { reviewed, forbearance, request: forbearance.request })
      : smsOf('forbearance/refused', { reason: withoutFinalPunctuation(reviewed.reason ?? '') })
  await endReview(tx, forbearance, verdict)
  const messageNo = `relief-${forbearance.forbearanceNo}-${round}`
  await enqueueSms(tx, services, { customer, messageNo, sms })
}

async function bookForbearance(
  tx: Transaction,
  services: Pick<Services, 'now'>,
  {
    reviewed: { customer, staffNo },
    forbearance,
    request: { days, asked },
  }: {
    readonly reviewed: ReviewedEvidence
    readonly forbearance: ForbearanceRecord
    readonly request: ForbearanceRequest
  },
): Promise<Sms> {
  const { loanNo, forbearanceNo } = forbearance
  const readLoan = async () => loanOf({ loans: await readLoans(tx, customer) }, loanNo).loan
  await lockCustomerBooks(tx, customer)
  const before = await readLoan()
  const deps = { database: inside(tx), now: services.now }
  const act = { customer, requestNo: `relief-${forbearanceNo}`, actor: staffNo }
  const { bookedOn: today } = await grantForbearanceOnLoan(deps, act, { loanNo, days, asked })
  const booked = figuresOf(before, { after: await readLoan(), today })
  await saveFigures(tx, forbearance, booked)
  const { n, newDueDate, newAmount, cost } = booked
  return smsOf('forbearance/approved', {
    days: String(days),
    n: String(n),
    newDueDate,
    amount: displayYuan(newAmount),
    interest: displayYuan(cost),
  })
}
