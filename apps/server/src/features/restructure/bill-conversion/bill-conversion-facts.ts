import type { SecondQuote } from '@qingzhou/contract/features/restructure'
import type { QuoteBillConversionFacts, BillConversionFacts } from '#features/agreements/index.ts'
import type { LoanRecord } from '#lending/index.ts'
import { loanOf, readBills } from '#features/repayment/index.ts'
import type { Services } from '#platform/services.ts'
import { quoteSecond } from './quote-bill-conversion.ts'

/**
 * The facts for the agreement of a bill conversion that is not booked yet; the signed agreement
 * uses the same.
 */
export function billConversionFacts(services: Services): QuoteBillConversionFacts {
  return async ({ session: { customer } }, { loanNo, months }) => {
    const bills = await readBills(services, customer)
    const kept = loanOf(bills, loanNo)
    return factsOfBillConversion(kept, quoteSecond(kept, { months, today: bills.today }))
  }
}

export function factsOfBillConversion(
  { loan }: LoanRecord,
  quote: SecondQuote,
): BillConversionFacts {
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
