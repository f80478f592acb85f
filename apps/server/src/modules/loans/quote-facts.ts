import { isUnionLoan } from '@qingzhou/domain/loans/cost-sheet'
import type { Quote } from '@qingzhou/domain/loans/draw-request'
import type { LoanFacts, QuoteFacts } from '#modules/agreements/index.ts'
import { findCard, type Card } from '#modules/cards/index.ts'
import type { Services } from '#services.ts'
import { readBorrower } from './borrower.ts'
import { quoteDraw, type Trial } from './quote-draw.ts'
import { quotedOf, shownSheet } from './quoted.ts'
import { methodNames, purposeName } from './words.ts'

/** For the papers of a draw that is not applied for yet: the very facts that they are signed with. */
export function quoteFacts(services: Services): QuoteFacts {
  return async ({ session }, draw) => {
    const { customer } = session
    const { loanAmount: amount, instalment: months, repayMethod: method, couponId } = draw
    const trial = { amount, months, method, couponNo: couponId }
    const quote = quoteDraw(await readBorrower(services.database, customer), trial)
    const { cardId, borrowPurpose: purpose } = draw
    const card =
      cardId === undefined
        ? undefined
        : await findCard(services.database, services, { customer, cardId })
    return loanFacts({ trial, quote, card, purpose })
  }
}

/** What is not chosen yet stands empty: it is chosen before anything is signed. */
const NOT_CHOSEN = '待选择'

export function loanFacts(drawn: {
  readonly trial: Trial
  readonly quote: Quote
  readonly card: Pick<Card, 'bankName' | 'lastFour'> | undefined
  readonly purpose: string | undefined
}): LoanFacts {
  const { trial, quote, card, purpose } = drawn
  const { amount, months, method } = trial
  const { plan, totalInterest, totalGiven, totalAmount, annualRate, annualCost } = quotedOf(quote)
  return {
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
