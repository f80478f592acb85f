import { isUnionLoan } from '@qingzhou/domain/loans/cost-sheet'
import type { Quote } from '@qingzhou/domain/loans/draw-request'
import type { ProductNo } from '@qingzhou/domain/product'
import type { LoanFacts, QuoteFacts } from '#features/agreements/index.ts'
import { findCard, type Card } from '#features/cards/index.ts'
import type { Services } from '#platform/services.ts'
import { readBorrower } from './borrower.ts'
import { productFor } from './product-for.ts'
import { quoteDraw, type Trial } from './quote-draw.ts'
import { quotedOf, shownSheet } from './quoted.ts'
import { methodNames, purposeName } from './labels.ts'

/** For the papers of a draw that is not applied for yet: the very facts that they are signed with. */
export function quoteFacts(services: Services): QuoteFacts {
  return async ({ session }, draw) => {
    const { customer } = session
    const { database } = services
    const { loanAmount: amount, instalment: months, repayMethod: method, couponId } = draw
    const trial = { amount, months, method, couponNo: couponId, productNo: draw.productNo }
    const quote = quoteDraw(await readBorrower(database, customer), trial)
    const { cardId, borrowPurpose: purpose } = draw
    const card =
      cardId === undefined ? undefined : await findCard(database, services, { customer, cardId })
    const productNo = await productFor(database, services, customer, trial)
    return loanFacts({ productNo, trial, quote, card, purpose })
  }
}

/** What is not chosen yet stands empty: it is chosen before anything is signed. */
const NOT_CHOSEN = '待选择'

export function loanFacts(drawn: {
  readonly productNo: ProductNo
  readonly trial: Trial
  readonly quote: Quote
  readonly card: Pick<Card, 'bankName' | 'lastFour'> | undefined
  readonly purpose: string | undefined
}): LoanFacts {
  const { productNo, trial, quote, card, purpose } = drawn
  const { amount, months, method } = trial
  const { plan, totalInterest, totalGiven, totalAmount, annualRate, annualCost } = quotedOf(quote)
  return {
    productNo,
    amount,
    months,
    methodName: methodNames[method],
    purposeName: purpose === undefined ? NOT_CHOSEN : purposeName(purpose),
    annualRatePpm: annualRate,
    annualCostPpm: annualCost,
    card: { bankName: card?.bankName ?? NOT_CHOSEN, lastFour: card?.lastFour ?? NOT_CHOSEN },
    plan,
    totalInterest,
    totalGiven,
    totalAmount,
    isUnionLoan: isUnionLoan(amount),
    costSheet: shownSheet(quote),
  }
}
