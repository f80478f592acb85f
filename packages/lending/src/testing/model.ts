import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Limit } from '@qingzhou/domain/credit/limit'
import {
  isSettled,
  principalOutstanding,
  type Loan,
  type Origin,
} from '@qingzhou/domain/loans/loan'
import { fen, lesser, sum, type Money } from '@qingzhou/domain/money/money'
import { defaultProductNo, mallProductNo } from '@qingzhou/domain/product'
import type { Outcome } from '@qingzhou/domain/refusal'
import type { Settlement } from '@qingzhou/domain/repayment/allocation'
import type { WaiverOffer } from '@qingzhou/domain/waiver/waiver'
import { NEW_LOAN_STATE } from '#change.ts'
import type { ConversionAnswer } from '#requests.ts'
import type { DrawRecord } from '#draws/draw-store.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
import type { PaymentAnswer } from '#requests.ts'

/** The expected state of one customer: the domain rules, in memory. */
export type Model = {
  readonly today: LocalDate
  readonly limit: Limit
  readonly loans: readonly LoanRecord[]
  readonly draws: readonly DrawRecord[]
  readonly offers: readonly {
    readonly offerNo: string
    readonly loanNo: string
    readonly offer: WaiverOffer
  }[]
  readonly freeCoupons: readonly string[]
  /** Loans replaced by another loan, fully or for one bill. */
  readonly convertedNos: readonly string[]
  /** Money in clearing: disbursements are negative, payments positive. */
  readonly clearing: bigint
  readonly refundsPayable: bigint
}

export type AcceptedOrder<Answer> = { readonly model: Model; readonly answer: Answer }

/** The model after a domain change of a loan, on the model's day. */
export function withStep(model: Model, record: LoanRecord, loan: Loan): Model {
  const limitUsed = lesser(record.limitUsed, principalOutstanding(loan))
  return withLoan(model, { ...record, loan, limitUsed, bookedUntil: model.today })
}

export function withLoan(model: Model, loan: LoanRecord): Model {
  const others = model.loans.filter(({ loanNo }) => loanNo !== loan.loanNo)
  const loans = [...others, loan].toSorted((a, b) => (a.loanNo < b.loanNo ? -1 : 1))
  return withUse({ ...model, loans })
}

export function withDraw(model: Model, draw: DrawRecord): Model {
  const others = model.draws.filter(({ drawNo }) => drawNo !== draw.drawNo)
  return withUse({ ...model, draws: [...others, draw] })
}

/** Recomputes the used limit from loans and reserved draws. */
function withUse(model: Model): Model {
  const held = model.draws.filter(({ state }) => state === 'reserved')
  const taken = [...model.loans.map(({ limitUsed }) => limitUsed), ...held.map((one) => one.amount)]
  return { ...model, limit: { ...model.limit, used: sum(taken) } }
}

export function withPayment(
  model: Model,
  { record, amount, outcome }: { record: LoanRecord; amount: Money; outcome: Outcome<Settlement> },
): Outcome<AcceptedOrder<PaymentAnswer>> {
  if (!outcome.ok) return outcome
  const { loan, allocations, overpaid } = outcome.value
  const after = withStep(model, record, loan)
  return {
    ok: true,
    value: {
      answer: { loanNo: record.loanNo, allocations, overpaid, isSettled: isSettled(loan) },
      model: {
        ...after,
        clearing: after.clearing + amount,
        refundsPayable: after.refundsPayable + overpaid,
      },
    },
  }
}

export function withConversion(
  model: Model,
  conversion: {
    readonly old: readonly LoanRecord[]
    readonly settled: readonly Settlement[]
    readonly newLoan: Loan
    readonly origin: Origin
    readonly cardId: string | undefined
    readonly answer: ConversionAnswer
  },
): Model {
  const { old, settled, newLoan, origin, cardId, answer } = conversion
  const usedBefore = model.limit.used
  const convertedNos = [...model.convertedNos, ...old.map(({ loanNo }) => loanNo)]
  const closed = old.reduce<Model>(
    (so, record, index) => {
      const loan = settled[index]?.loan ?? record.loan
      const consolidatedInto = isSettled(loan) ? answer.loanNo : record.consolidatedInto
      return withStep(so, { ...record, consolidatedInto }, loan)
    },
    { ...model, convertedNos },
  )
  return withLoan(closed, {
    loanNo: answer.loanNo,
    loan: newLoan,
    origin,
    product: old.find(({ product }) => product !== mallProductNo)?.product ?? defaultProductNo,
    lender: 'consumer-finance',
    purpose: undefined,
    couponNo: undefined,
    cardId,
    ...NEW_LOAN_STATE,
    limitUsed: fen(usedBefore - closed.limit.used),
    bookedUntil: model.today,
  })
}

export function loanOf(model: Model, loanNo: string): LoanRecord {
  const record = model.loans.find((one) => one.loanNo === loanNo)
  if (!record) throw new Error(`loan ${loanNo} not in the model`)
  return record
}

export function drawOf(model: Model, drawNo: string): DrawRecord {
  const draw = model.draws.find((one) => one.drawNo === drawNo)
  if (!draw) throw new Error(`draw ${drawNo} not in the model`)
  return draw
}
