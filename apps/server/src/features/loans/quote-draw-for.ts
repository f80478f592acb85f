import { isUnionLoan } from '@qingzhou/domain/loans/cost-sheet'
import { displayAnnualRate } from '@qingzhou/domain/loans/annual-rate'
import { quoteDraw as quoteTerms } from '@qingzhou/domain/loans/draw-request'
import { yuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import type { CustomerNo } from '#platform/customer-no.ts'
import { orRefuse } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { readBorrower } from './borrower.ts'
import { productFor } from './product-for.ts'
import { productOf, quoteDraw, type Trial } from './quote-draw.ts'
import { quotedOf, quoteIdOf, shownSheet, type Quoted } from './quoted.ts'
import { methodNames } from './labels.ts'

/** Tries a draw out: the plan that would be signed, and all that it costs. */
export async function quoteDrawFor(services: Services, customer: CustomerNo, trial: Trial) {
  const { database } = services
  const quote = quoteDraw(await readBorrower(database, customer), trial)
  const productNo = await productFor(database, services, customer, trial)
  const quoted = quotedOf(quote)
  return {
    ...quoted,
    loanIdentityDto: {
      agreementFields: agreementFields(trial, quoted),
      isUnionLoan: isUnionLoan(trial.amount),
    },
    costSheet: shownSheet(quote),
    quoteId: quoteIdOf(trial, { quote, productNo }),
  }
}

/** What the agreements of this draw say of it. */
function agreementFields(trial: Trial, quoted: Quoted): Record<string, string> {
  return {
    loanAmount: yuan(trial.amount),
    instalment: String(trial.months),
    repayMethod: methodNames[trial.method],
    annualRate: displayAnnualRate(quoted.annualRate),
    annualCost: displayAnnualRate(quoted.annualCost),
    totalInterest: yuan(quoted.totalInterest),
    totalAmount: yuan(quoted.totalAmount),
    firstDueDate: quoted.plan[0]?.dueDate ?? '',
    lastDueDate: quoted.plan.at(-1)?.dueDate ?? '',
  }
}

/**
 * A trial for somebody who is not known yet: at the highest rate there is, so that nobody is promised
 * what they may not get.
 */
export async function quoteDrawForChannel(services: Services, trial: Trial): Promise<Quoted> {
  const { amount, months, method } = trial
  const rates = Object.values(product.gradeRatesPpm)
  const annualRatePpm = rates.reduce((highest, rate) => (rate > highest ? rate : highest))
  const today = await services.businessDate()
  const terms = { amount, months, method, annualRatePpm, today, ...productOf(trial) }
  return quotedOf(orRefuse(quoteTerms({ ...terms, lender: 'consumer-finance' })))
}
