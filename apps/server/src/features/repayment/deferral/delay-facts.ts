import type { DelayQuote } from '@qingzhou/contract/delays'
import type { DelayFacts, QuoteDelayFacts } from '#features/agreements/index.ts'
import type { LoanRecord } from '#lending/index.ts'
import { loanOf, readBills } from '#features/repayment/read-bills.ts'
import type { Services } from '#platform/services.ts'
import { quoteDelay } from './quote-delay.ts'

/** For the paper of a delay that is not asked for yet: the very facts that it is signed with. */
export function delayFacts(services: Services): QuoteDelayFacts {
  return async ({ session: { customer } }, { loanNo, days }) => {
    const bills = await readBills(services, customer)
    const kept = loanOf(bills, loanNo)
    return factsOfDelay(kept, quoteDelay(kept, { customer, days, today: bills.today }))
  }
}

export function factsOfDelay({ loan }: LoanRecord, quote: DelayQuote): DelayFacts {
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
