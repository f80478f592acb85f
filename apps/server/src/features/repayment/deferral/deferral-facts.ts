import type { DelayQuote } from '@qingzhou/contract/features/delays'
import type { DeferralFacts, QuoteDeferralFacts } from '#features/agreements/index.ts'
import type { LoanRecord } from '#lending/index.ts'
import { loanOf, readBills } from '#features/repayment/read-bills.ts'
import type { Services } from '#platform/services.ts'
import { quoteDeferral } from './quote-deferral.ts'

/**
 * The facts for the agreement of a deferral that is not booked yet; the signed agreement uses the
 * same.
 */
export function deferralFacts(services: Services): QuoteDeferralFacts {
  return async ({ session: { customer } }, { loanNo, days }) => {
    const bills = await readBills(services, customer)
    const kept = loanOf(bills, loanNo)
    return factsOfDeferral(kept, quoteDeferral(kept, { customer, days, today: bills.today }))
  }
}

export function factsOfDeferral({ loan }: LoanRecord, quote: DelayQuote): DeferralFacts {
  const { n, days, dueDate, newDueDate, amount, newAmount, cost } = quote
  return {
    loanAmount: loan.amount,
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
