import { displayAnnualRate } from '@qingzhou/domain/cost/annual-rate'
import { dayRules } from '@qingzhou/domain/cost/cost-cap'
import { lender } from '@qingzhou/platform/config/brand'
import type { Quote } from '@qingzhou/domain/draws/draw-request'
import { quoteDraw as quoteTerms } from '@qingzhou/domain/draws/draw-request'
import { serviceFeeOn } from '@qingzhou/domain/cost/service-fee'
import { yuan } from '@qingzhou/domain/money/money'
import type { ProductNo } from '@qingzhou/domain/product'
import { defaultProductNo, employeeProductNo, product } from '@qingzhou/domain/product'
import type { Outcome } from '@qingzhou/domain/refusal'
import type { LoanFacts, QuoteFacts } from '#features/agreements/index.ts'
import type { Card } from '#features/cards/index.ts'
import { findCard } from '#features/cards/index.ts'
import { isOnRoster } from '#features/staff/index.ts'
import { readDatedRows, readFunding, type LimitRecord } from '@qingzhou/lending/index'
import type { Caller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { methodNames, purposeName } from '#features/loans/messages.ts'
import { readBorrower, type Drawer, type QuoteInput } from './quote-draw.ts'
import { productOf, quoteDraw } from './quote-draw.ts'
import type { QuoteView } from './quote-view.ts'
import { quoteIdOf, quoteViewOf, costSheetView } from './quote-view.ts'

type Deps = Pick<Services, 'database' | 'serviceFees' | 'businessDate'>

/** Quotes a draw: the plan that would be signed, and all its costs. */
export async function quoteDrawFor(
  services: Pick<Services, 'database' | 'serviceFees'>,
  customer: CustomerNo,
  quoteInput: QuoteInput,
) {
  const drawer = await readDrawer(services, customer, quoteInput)
  const { productNo } = drawer
  const quote = quoteDraw(services, drawer, quoteInput)
  const quoted = quoteViewOf(quote)
  return {
    ...quoted,
    agreementInput: {
      agreementFields: agreementFields(quoteInput, quoted),
      isUnionLoan: quote.partners.length > 0,
    },
    costSheet: costSheetView(quote),
    quoteId: quoteIdOf(quoteInput, { quote, productNo, shown: quoted }),
  }
}

/** The borrower and the product of a draw. */
export async function readDrawer(
  services: Pick<Services, 'database'>,
  customer: CustomerNo,
  quoteInput: QuoteInput,
): Promise<Drawer> {
  return services.database.together(async (db) => {
    const [borrower, productNo] = await Promise.all([
      readBorrower(db, customer),
      productFor(db, customer, quoteInput),
    ])
    const drawn = { product: productNo, amount: quoteInput.amount }
    const funding = await readFunding(db, { customer, drawn })
    return { borrower, productNo, funding }
  })
}

/** The fields of this draw that its agreements contain. */
function agreementFields(quoteInput: QuoteInput, quoted: QuoteView): Record<string, string> {
  return {
    amount: yuan(quoteInput.amount),
    months: String(quoteInput.months),
    method: methodNames[quoteInput.method],
    annualRate: displayAnnualRate(quoted.annualRate),
    annualCost: displayAnnualRate(quoted.annualCost),
    totalInterest: yuan(quoted.totalInterest),
    totalFees: yuan(quoted.totalFees),
    totalAmount: yuan(quoted.totalAmount),
    firstDueDate: quoted.plan[0]?.dueDate ?? '',
    lastDueDate: quoted.plan.at(-1)?.dueDate ?? '',
  }
}

/** The channel of the messaging app's mini program. */
const MINI_PROGRAM = 'wxmp'

/** The mini program's own call. */
export async function quoteDrawForMiniProgram(
  services: Deps,
  { linkChannel }: Pick<Caller, 'linkChannel'>,
  quoteInput: QuoteInput,
): Promise<QuoteView> {
  if (linkChannel !== MINI_PROGRAM) throw new Refused({ kind: 'page-data-missing' })
  return quoteDrawForChannel(services, quoteInput)
}

/**
 * A quote that depends on nothing but the rate. For a visitor without a session it is the highest rate
 * that a draw can have, so that it promises nothing the customer may not get. A service fee can lift
 * higher rates above the cap.
 */
export async function quoteDrawForChannel(
  services: Deps,
  quoteInput: QuoteInput,
  own?: Pick<LimitRecord, 'annualRatePpm' | 'lender'>,
): Promise<QuoteView> {
  const { amount, months, method } = quoteInput
  const today = await services.businessDate()
  const offer = productOf(quoteInput)
  const serviceFee = serviceFeeOn(today, { fees: services.serviceFees, product: offer.product })
  const terms = { amount, months, method, today, ...offer, serviceFee }
  const rates = own ? [own.annualRatePpm] : highestRatesFirst
  const dated = await readDatedRows(services.database)
  const rules = dayRules(own?.lender ?? lender.kind, { on: today, dated })
  const quotes = rates.map((annualRatePpm) => () => quoteTerms({ ...terms, annualRatePpm, rules }))
  return quoteViewOf(orRefuse(firstWithinCap(quotes)))
}

const highestRatesFirst = Object.values(product.gradeRatesPpm).toSorted((left, right) =>
  left < right ? 1 : -1,
)

function firstWithinCap([quote, ...lower]: readonly (() => Outcome<Quote>)[]): Outcome<Quote> {
  if (!quote) throw new Error('no rate to quote at')
  const quoted = quote()
  const isAboveCap = !quoted.ok && quoted.refusal.kind === 'cost-above-cap'
  return isAboveCap && lower.length > 0 ? firstWithinCap(lower) : quoted
}

/**
 * The product of this borrower's draw today, determined by the server; or the mall product for a
 * purchase.
 */
export async function productFor(
  db: Queryable,
  customer: CustomerNo,
  { productNo }: Pick<QuoteInput, 'productNo'>,
): Promise<ProductNo> {
  if (productNo !== undefined) return productNo
  return (await isOnRoster(db, customer)) ? employeeProductNo : defaultProductNo
}

/**
 * The facts for the agreements of a draw that is not applied for yet, equal to those that are
 * signed later.
 */
export function quoteFacts(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'serviceFees'>,
): QuoteFacts {
  return async ({ session }, draw) => {
    const { customer } = session
    const { database } = services
    const drawer = await readDrawer(services, customer, draw)
    const quote = quoteDraw(services, drawer, draw)
    const { cardId, purposeCode: purpose } = draw
    const card =
      cardId === undefined ? undefined : await findCard(database, services, { customer, cardId })
    const { productNo } = drawer
    return loanFacts({ productNo, quoteInput: draw, quote, card, purpose })
  }
}

/** Shown for fields that are not chosen yet; they are chosen before signing. */
const NOT_CHOSEN = '待选择'

export function loanFacts(drawn: {
  readonly productNo: ProductNo
  readonly quoteInput: QuoteInput
  readonly quote: Quote
  readonly card: Pick<Card, 'bankName' | 'lastFour'> | undefined
  readonly purpose: string | undefined
}): LoanFacts {
  const { productNo, quoteInput, quote, card, purpose } = drawn
  const { amount, months, method } = quoteInput
  const { annualRate, annualCost, ...quoted } = quoteViewOf(quote)
  const { plan, totalInterest, totalFees, totalDiscount, totalAmount } = quoted
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
    totalFees,
    totalDiscount,
    totalAmount,
    partners: quote.partners,
    costSheet: costSheetView(quote),
  }
}
