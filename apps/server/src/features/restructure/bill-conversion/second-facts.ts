import type { SecondQuote } from '@qingzhou/contract/restructure'
import type { QuoteSecondFacts, SecondFacts } from '#features/agreements/index.ts'
import type { LoanRecord } from '#lending/index.ts'
import { loanOf, readBills } from '#features/repayment/index.ts'
import type { Services } from '#platform/services.ts'
import { quoteSecond } from './quote-second.ts'

/** For the paper of a bill that is not spread yet: the very facts that it is signed with. */
export function secondFacts(services: Services): QuoteSecondFacts {
  return async ({ session: { customer } }, { loanNo, months }) => {
    const bills = await readBills(services, customer)
    const kept = loanOf(bills, loanNo)
    return factsOfSecond(kept, quoteSecond(kept, { months, today: bills.today }))
  }
}

export function factsOfSecond({ loan }: LoanRecord, quote: SecondQuote): SecondFacts {
  return {
    loanAmount: loan.amount,
    drawnOn: loan.start,
    n: quote.n,
    dueDate: quote.dueDate,
    amount: quote.amount,
    months: quote.months,
    annualRatePpm: quote.annualRate,
    annualCostPpm: quote.annualCost,
    plan: quote.plan,
    totalInterest: quote.totalInterest,
    totalAmount: quote.totalAmount,
    costSheet: quote.costSheet,
  }
}
