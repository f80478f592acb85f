import type { ConsolidationRequest, ConversionAnswer } from '#requests.ts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import {
  isSettled,
  principalOutstanding,
  sumOfParts,
  type Origin,
} from '@qingzhou/domain/loans/loan'
import { fen, lesser, type Money, sum, ZERO } from '@qingzhou/domain/money/money'
import { defaultProductNo, mallProductNo, type ProductNo } from '@qingzhou/domain/product'
import type { Settlement } from '@qingzhou/domain/repayment/allocation'
import type { Restructuring } from '@qingzhou/domain/restructure/consolidation-plan'
import { quotePlan } from '@qingzhou/domain/restructure/consolidation-plan'
import { quoteBillConversion } from '@qingzhou/domain/restructure/bill-conversion'
import { type Act, type Decision, type Deps, perform } from '#act.ts'
import { type Change, dayFor, NEW_LOAN_STATE, applyStep, writesFor } from '#change.ts'
import { dayRules } from '@qingzhou/domain/cost/cost-cap'
import { readDatedRows } from '#dated/dated-store.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
import { lockLoans } from '#loans/loan-store.ts'
import { lockLoan } from '#loans/loan-store.ts'
import { checkNumber, isNumber, newLoanNo } from '#numbers.ts'
import { refundsOf } from './change-terms.ts'
import { copyRestructurings, insertRestructuring } from './restructuring-store.ts'
import { insertPayment } from '#payments/payment-store.ts'
import type { Statement } from '@qingzhou/platform/database/pipeline/statement'
import { orRefuse, Refused } from '@qingzhou/platform/refused'

type Conversion = {
  readonly act: Act
  readonly old: readonly LoanRecord[]
  readonly restructured: Restructuring
  readonly origin: Exclude<Origin, 'draw'>
  /** The card that the new instalments are debited from. */
  readonly cardId: string | undefined
  readonly today: LocalDate
  readonly now: Date
}

type Closing = Change & { readonly before: LoanRecord; readonly settlement: Settlement }

/**
 * Closes old loans, or a bill of one, against a new loan. No money moves, and the new loan takes
 * over the limit that they used.
 */
function convertDecision(conversion: Conversion): Decision<ConversionAnswer> {
  const { act, restructured, today, now } = conversion
  const loanNo = newLoanNo(now)
  const closings = closingsOf(conversion, loanNo)
  const released = closings.map(({ before, after }) => before.limitUsed - after.limitUsed)
  const limitUsed = fen(released.reduce((total, amount) => total + amount, 0n))
  const opening: Change = {
    event: 'conversion',
    before: undefined,
    after: newLoan(conversion, { loanNo, limitUsed }),
  }
  const { writes, use } = writesFor([...closings, opening], { act, today, now })
  return {
    answer: { loanNo, amount: amountTakenOver(restructured) },
    writes: [
      ...writes,
      ...closings.map((closing) => insertClosing(conversion, closing)),
      ...restructuringsOf(conversion, loanNo),
      ...closings.flatMap(({ before: record, settlement: { overpaid } }) =>
        refundsOf(act, { overpaid, record, today }),
      ),
    ],
    use,
  }
}

/** A consolidated loan is restructured; that of a bill is if its old loan was. [X2] */
function restructuringsOf({ act, old, origin, today }: Conversion, loanNo: string): Statement[] {
  const { customer } = act
  return origin === 'consolidation-plan'
    ? [insertRestructuring({ customer, loanNo, day: today })]
    : old.map((record) => copyRestructurings({ customer, loanNo, from: record.loanNo }))
}

/** What the new loan owes on its first day: its amount, and penalty that bears no interest. */
function amountTakenOver({ settled }: Restructuring): Money {
  return sum(
    settled.flatMap(({ allocations }) => allocations.map(({ parts }) => sumOfParts(parts))),
  )
}

function closingsOf({ old, restructured, today }: Conversion, newLoanNo: string): Closing[] {
  return old.flatMap((before, index) => {
    const settlement = restructured.settled[index]
    if (!settlement) return []
    const { loan } = settlement
    const consolidatedInto = isSettled(loan) ? newLoanNo : before.consolidatedInto
    const after = { ...applyStep(before, { loan, today }), consolidatedInto }
    const { overpaid } = settlement
    return [{ event: 'conversion', before, after, settlement, overpaid }]
  })
}

function newLoan(
  { old, restructured, origin, cardId, today }: Conversion,
  { loanNo, limitUsed }: { loanNo: string; limitUsed: Money },
): LoanRecord {
  const [first] = old
  if (!first) throw new Error('a conversion needs at least one old loan')
  const loan = restructured.newLoan
  return {
    loanNo,
    loan,
    origin,
    product: productOf(old),
    lender: first.lender,
    purpose: undefined,
    couponNo: undefined,
    cardId,
    ...NEW_LOAN_STATE,
    limitUsed: lesser(limitUsed, principalOutstanding(loan)),
    bookedUntil: today,
  }
}

/** The product of the new loan. A converted mall loan no longer belongs to the mall order. */
function productOf(old: readonly LoanRecord[]): ProductNo {
  return old.find(({ product }) => product !== mallProductNo)?.product ?? defaultProductNo
}

function insertClosing(
  { act, today, now }: Conversion,
  { before, settlement }: Closing,
): Statement {
  const { allocations } = settlement
  return insertPayment({
    customer: act.customer,
    paymentNo: act.requestNo,
    loanNo: before.loanNo,
    kind: 'conversion',
    amount: sum(allocations.map(({ parts }) => sumOfParts(parts))),
    overpaid: ZERO,
    paidOn: today,
    cardId: undefined,
    receivedAt: now,
    allocations,
  })
}

/** Converts the next bill of a loan into a new loan over some months, exactly as quoted. */
export async function convertLoanBill(
  deps: Deps,
  act: Act,
  request: { readonly loanNo: string; readonly months: number },
): Promise<ConversionAnswer> {
  const { loanNo, months } = request
  return perform(deps, act, {
    name: 'spread-bill',
    body: request,
    load: (tx) =>
      Promise.all([lockLoan(tx, { customer: act.customer, loanNo }), readDatedRows(tx)]),
    decide: ([record, dated], books) => {
      const today = dayFor([record], books.today)
      const rules = dayRules(record.lender, { on: today, dated })
      const restructured = orRefuse(quoteBillConversion(record, { months, today, rules }))
      const now = deps.now()
      const { cardId } = record
      const origin = 'bill-conversion'
      return convertDecision({ act, old: [record], restructured, origin, cardId, today, now })
    },
  })
}

/**
 * Consolidates overdue loans into one new loan with a longer term and a lower rate, exactly as
 * quoted.
 */
export async function consolidateLoans(
  deps: Deps,
  act: Act,
  request: ConsolidationRequest,
): Promise<ConversionAnswer> {
  const { months, cardId } = request
  checkNumber(cardId)
  const loanNos = [...new Set(request.loanNos)]
  return perform(deps, act, {
    name: 'join-loans',
    body: request,
    load: (tx) =>
      Promise.all([
        lockLoans(tx, { customer: act.customer, loanNos: loanNos.filter(isNumber) }),
        readDatedRows(tx),
      ]),
    decide: ([old, dated], books) => {
      if (old.length < loanNos.length) throw new Refused({ kind: 'loan-unknown' })
      const today = dayFor(old, books.today)
      const [first] = old
      if (!first) throw new Refused({ kind: 'not-late-enough' })
      const rules = dayRules(first.lender, { on: today, dated })
      const restructured = orRefuse(quotePlan(old, { months, today, rules }))
      const now = deps.now()
      return convertDecision({
        act,
        old,
        restructured,
        origin: 'consolidation-plan',
        cardId,
        today,
        now,
      })
    },
  })
}
