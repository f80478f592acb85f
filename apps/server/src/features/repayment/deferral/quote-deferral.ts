import type { DeferralQuote, deferralShapes } from '@qingzhou/contract/features/repayment/deferrals'
import type { DeferralFacts, QuoteDeferralFacts } from '#features/agreements/index.ts'
import { deferralOf } from '@qingzhou/lending/index'
import type { LoanRecord } from '@qingzhou/lending/index'
import { loanOf, readBills, instalmentsOf, summaryOf } from '#features/repayment/read-bills.ts'
import type { Services } from '#services.ts'
import { digestOf } from '@qingzhou/platform/canonical-json'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { openParts, sumOfParts } from '@qingzhou/domain/loans/loan'
import { subtract } from '@qingzhou/domain/money/money'
import { deferralOptions } from '@qingzhou/domain/repayment/deferral'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { refused } from '@qingzhou/domain/refusal'
import { loansBeingPaid } from '#features/repayment/orders/order-store.ts'
import { whyNot } from '#features/repayment/refusal-message.ts'
import type { RenderRefusal } from '#features/repayment/refusal-message.ts'

/**
 * The facts for the agreement of a deferral that is not booked yet; the signed agreement uses the
 * same.
 */
export function deferralFacts(services: Pick<Services, 'database'>): QuoteDeferralFacts {
  return async ({ session: { customer } }, { loanNo, days }) => {
    const bills = await readBills(services, customer)
    const record = loanOf(bills, loanNo)
    return factsOfDeferral(record, quoteDeferral(record, { customer, days, today: bills.today }))
  }
}

export function factsOfDeferral({ loan }: LoanRecord, quote: DeferralQuote): DeferralFacts {
  const { n, days, dueDate, newDueDate, amount, newAmount, cost } = quote
  return {
    originalAmount: loan.amount,
    drawnOn: loan.start,
    annualRatePpm: loan.annualRatePpm,
    n,
    days,
    dueDate,
    newDueDate,
    amount,
    newAmount,
    cost,
  }
}

/** Quotes a deferral by the same function that books it. */
export function quoteDeferral(
  record: LoanRecord,
  request: { readonly customer: CustomerNo; readonly days: number; readonly today: LocalDate },
): DeferralQuote {
  const { loan, loanNo } = record
  const { customer, days, today } = request
  const { current } = deferralOptions(loan, today)
  const deferred = orRefuse(deferralOf(record, { days, today }))
  const moved = deferred.instalments.find(({ n }) => n === current?.n)
  if (!current || !moved) throw new Refused({ kind: 'nothing-to-defer' })

  const amount = sumOfParts(openParts(current))
  const newAmount = sumOfParts(openParts(moved))
  const quote = {
    loanNo,
    n: current.n,
    days,
    dueDate: current.dueDate,
    newDueDate: moved.dueDate,
    amount,
    newAmount,
    cost: subtract(newAmount, amount),
    validOn: today,
  }
  return {
    ...quote,
    before: instalmentsOf(record, today),
    after: instalmentsOf({ ...record, loan: deferred }, today),
    quoteId: digestOf({ customer, ...quote }).toString('base64url'),
  }
}

type DeferralOfferInput = Input<(typeof deferralShapes)['deferralOffer']>

type Offer = Output<(typeof deferralShapes)['deferralOffer']>

/** Which instalments can be deferred, why others cannot, and the cost of a deferral. */
export async function deferralOffer(
  services: Pick<Services, 'database'>,
  customer: CustomerNo,
  {
    request,
    renderRefusal,
  }: { readonly request: DeferralOfferInput; readonly renderRefusal: RenderRefusal },
): Promise<Offer> {
  const { loanNo, days } = request
  const bills = await readBills(services, customer)
  const { today, running } = bills
  const paying = await loansBeingPaid(services.database, customer)
  const quoted =
    loanNo !== undefined && days !== undefined
      ? quoteDeferral(loanOf(bills, loanNo), { customer, days, today })
      : undefined
  return {
    today,
    loans: running.map((record) =>
      deferrableLoan(record, { today, renderRefusal, isPaying: paying.has(record.loanNo) }),
    ),
    quote: quoted,
  }
}

function deferrableLoan(
  record: LoanRecord,
  situation: {
    readonly today: LocalDate
    readonly renderRefusal: RenderRefusal
    readonly isPaying: boolean
  },
): Offer['loans'][number] {
  const { today, renderRefusal, isPaying } = situation
  const { current, daysMax, timesLeft } = deferralOptions(record.loan, today)
  const outcome = isPaying
    ? refused({ kind: 'payment-running' })
    : deferralOf(record, { days: 1, today })
  return {
    loan: summaryOf(record, today),
    instalment: instalmentsOf(record, today).find(({ n }) => n === current?.n),
    daysMax: outcome.ok ? daysMax : 0,
    deferralsLeft: timesLeft,
    refusal: whyNot(outcome, renderRefusal),
  }
}
