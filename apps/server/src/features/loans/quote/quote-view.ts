import { lender } from '@qingzhou/platform/config/brand'
import type { CostSheet, PlannedInstalment } from '@qingzhou/contract/features/loans'
import { costSheetOf, discountOf } from '@qingzhou/domain/cost/cost-sheet'
import type { Quote } from '@qingzhou/domain/draws/draw-request'
import { openParts, sumOfParts, type Loan } from '@qingzhou/domain/loans/loan'
import { ZERO, subtract, sum, type Money } from '@qingzhou/domain/money/money'
import { product, type ProductNo } from '@qingzhou/domain/product'
import type { QuoteInput } from './quote-draw.ts'
import { digestOf } from '@qingzhou/platform/canonical-json'

/** A plan and its costs as shown, signed and booked. */
export type QuoteView = {
  readonly plan: PlannedInstalment[]
  readonly firstAmount: Money
  readonly totalInterest: Money
  readonly totalFees: Money
  readonly totalDiscount: Money
  readonly totalAmount: Money
  readonly annualRate: bigint
  readonly annualCost: bigint
}

export function quoteViewOf({ plan, loan, cost }: Quote): QuoteView {
  const shown = planView(loan)
  return {
    plan: shown,
    firstAmount: shown[0]?.amount ?? ZERO,
    totalInterest: plan.totalInterest,
    totalFees: plan.totalFees,
    totalDiscount: sum(shown.map(({ given: discount }) => discount)),
    totalAmount: sum(shown.map(({ amount }) => amount)),
    annualRate: loan.annualRatePpm,
    annualCost: cost.simplePpm,
  }
}

/** The plan of a loan on its first day. */
export function planView(loan: Loan): PlannedInstalment[] {
  let balance = loan.amount
  return loan.instalments.map((instalment) => {
    const { principal, interest, fee } = instalment.due
    balance = subtract(balance, principal)
    return {
      n: instalment.n,
      dueDate: instalment.period.to,
      principal,
      interest,
      fee,
      given: discountOf(instalment),
      amount: sumOfParts(openParts({ ...instalment, paid: NO_PAYMENTS })),
      balance,
    }
  })
}

const NO_PAYMENTS = { fee: ZERO, penalty: ZERO, interest: ZERO, principal: ZERO }

/** The cost sheet as shown; its digest identifies exactly this content. */
export function costSheetView(quote: Quote): CostSheet {
  const { annualCostPpm, charges, late, ...sheet } = costSheetOf(quote, { lender })
  const shown = {
    ...sheet,
    charges: charges.map((charge) => ({ ...charge })),
    late: late.map((cost) => ({ ...cost })),
    annualCost: annualCostPpm,
    readSeconds: product.costSheet.readSeconds,
  }
  return { ...shown, digest: digestOf(shown).toString('base64url') }
}

/**
 * Identifies a quote: its product, terms, rate, coupon, partners and day. A draw is applied for under this
 * id, so that the signed plan is the booked plan.
 */
export function quoteIdOf(
  quoteInput: QuoteInput,
  { quote, productNo, shown }: { quote: Quote; productNo: ProductNo; shown?: QuoteView },
): string {
  const { amount, months, method, couponNo } = quoteInput
  const { start, annualRatePpm } = quote.plan.terms
  const terms = { amount, months, method, couponNo, start, annualRatePpm }
  const partners = quote.partners.map(({ partnerNo, sharePpm }) => ({ partnerNo, sharePpm }))
  const content = { productNo, terms, partners, plan: shown?.plan ?? planView(quote.loan) }
  return digestOf(content).toString('base64url')
}
