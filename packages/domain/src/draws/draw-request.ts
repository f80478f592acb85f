import type { LocalDate } from '#calendar/local-date.ts'
import type { Method } from '#loans/amortise.ts'
import { annualCost, flowsOfLoan, type AnnualCost } from '#cost/annual-cost.ts'
import { checkCost, conventionsUnder, type DayRules } from '#cost/cost-cap.ts'
import { withCoupon, type CouponBenefit } from '#coupons/coupon.ts'
import { daysPast, openLoan, type Loan, type Origin } from '#loans/loan.ts'
import { planOf, type Plan } from '#loans/plan.ts'
import { feeOfLoan, type LoanFee, type ServiceFee } from '#cost/service-fee.ts'
import {
  choosePartners,
  OWN_FUNDS,
  type Funding,
  type FundingShare,
} from '#funding/choose-partners.ts'
import { defaultProductNo, mallProductNo, product, type ProductNo } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import type { Step } from '#credit/steps.ts'
import { add, type Money } from '#money/money.ts'

export interface DrawQuoteInput {
  readonly amount: Money
  readonly months: number
  readonly method: Method
  readonly purpose: string
  readonly annualRatePpm: bigint
  readonly today: LocalDate
  /** The rules of the lender on the day of the plan. */
  readonly rules: DayRules
  /** Mall purchases have their own amount and method rules; the rest is the same. */
  readonly product?: ProductNo
  readonly coupon?: CouponBenefit
  /** The fee of the product on this day, if it charges one. */
  readonly serviceFee?: ServiceFee | undefined
  /** The partners of the day; without them, the lender funds the draw alone. */
  readonly funding?: Funding | undefined
}

export interface Quote {
  readonly plan: Plan
  /** The loan as it will be booked, with its coupon. */
  readonly loan: Loan
  readonly cost: AnnualCost
  /** Who funds the loan together with the lender. */
  readonly partners: readonly FundingShare[]
}

/** The agreed terms of a draw. */
type DrawTerms = Omit<
  DrawQuoteInput,
  'purpose' | 'today' | 'product' | 'serviceFee' | 'funding'
> & {
  /** The day of the disbursement. */
  readonly start: LocalDate
  /** The fee as quoted. */
  readonly fee?: LoanFee | undefined
}

/** The loan of an agreed draw: the quoted plan, starting on the day of the disbursement. [L11] */
export function loanOfDraw(draw: DrawTerms): Outcome<Loan> {
  const { amount, months, method, annualRatePpm, start, fee, coupon, rules } = draw
  const conventions = conventionsUnder(rules)
  const terms = { amount, months, method, annualRatePpm, start, conventions }
  const plan = planOf({ ...terms, ...(fee && { fee }) })
  if (!plan.ok) return plan

  const bare = openLoan(plan.value)
  return granted(coupon ? withCoupon(bare, coupon) : bare)
}

/** Quotes a draw that the product offers: the plan to be signed, and its cost. [L9, L15] */
export function quoteDraw(request: DrawQuoteInput): Outcome<Quote> {
  const { amount, months, method, annualRatePpm, today, rules, coupon, serviceFee } = request
  const offered = checkOffer(request)
  if (!offered.ok) return offered

  const conventions = conventionsUnder(rules)
  const fee = serviceFee && feeOfLoan(serviceFee, { amount, rounding: conventions.rounding })
  const terms = { amount, months, method, annualRatePpm, start: today, conventions }
  const plan = planOf({ ...terms, ...(fee && { fee }) })
  if (!plan.ok) return plan

  const bare = openLoan(plan.value)
  const withinCap = checkCost(flowsOfLoan(bare), rules)
  if (!withinCap.ok) return withinCap

  const { product: productNo = defaultProductNo, funding = OWN_FUNDS } = request
  const chosen = choosePartners({ product: productNo, amount, on: today }, funding)
  if (!chosen.ok) return chosen
  const [quoted, partners] = [plan.value, chosen.value]
  if (!coupon) return granted({ plan: quoted, loan: bare, cost: withinCap.value, partners })
  const loan = withCoupon(bare, coupon)
  return granted({ plan: quoted, loan, cost: annualCost(flowsOfLoan(loan)), partners })
}

/** What a draw depends on of a loan. */
export interface OpenLoan {
  readonly origin: Origin
  /** Undefined for a settled loan. */
  readonly nextDueDate: LocalDate | undefined
}

/** Whether a customer with these loans may make another draw today. [L16] */
export function checkDrawer<One extends Pick<OpenLoan, 'nextDueDate'>>(
  loans: readonly One[],
  today: LocalDate,
): Outcome<readonly One[]> {
  const days = Math.max(0, ...loans.map((loan) => daysPast(loan.nextDueDate, today)))
  return days > 0 ? refused({ kind: 'late-already', days }) : granted(loans)
}

function checkOffer(request: DrawQuoteInput): Outcome<DrawQuoteInput> {
  const { amount, months, method, purpose } = request
  const { amountMin, amountMax, step } = product.draw
  const isOfMall = request.product === mallProductNo
  const isInSteps = isOfMall || amount % step === 0n
  if (amount < amountMin || amount > amountMax || !isInSteps) {
    return refused({ kind: 'draw-amount-not-offered', amountMin, amountMax, step })
  }
  const terms: readonly number[] = product.terms
  if (!terms.includes(months)) return refused({ kind: 'term-not-offered' })
  if (months > product.methods[method]) return refused({ kind: 'method-not-offered' })

  const purposes: readonly string[] = isOfMall ? ['shopping'] : product.purposes.accepted
  if (!purposes.includes(purpose)) return refused({ kind: 'purpose-not-accepted' })
  return isOfMall ? checkPurchase(request) : granted(request)
}

/** A mall purchase is repaid in equal instalments and takes no coupon of the lender. [L15] */
function checkPurchase(request: DrawQuoteInput): Outcome<DrawQuoteInput> {
  if (request.method !== 'equal-instalments') return refused({ kind: 'method-not-offered' })
  if (request.coupon) return refused({ kind: 'coupon-does-not-fit' })
  return granted(request)
}

/** State of a draw whose limit and coupon are reserved. */
export type DrawReservationState = 'reserved' | 'booked' | 'released'

/** Ends a reserved draw as booked or released; idempotent. [L11] */
export function endDrawReservation(
  state: DrawReservationState,
  end: Exclude<DrawReservationState, 'reserved'>,
): Outcome<DrawReservationState> {
  if (state === 'reserved' || state === end) return granted(end)
  return refused({ kind: state === 'booked' ? 'draw-booked' : 'draw-released' })
}

type DrawStep = Extract<Step, 'bindCard' | 'borrow' | 'faceForLoan' | 'loanResult'>

/**
 * The borrower's step in a draw: borrow, a face check where risk requires it, then the result. Before
 * it, a borrower without a card for the money binds one. [S10]
 */
export function drawStep(
  draw: { readonly isVerified: boolean; readonly needsFace: boolean } | undefined,
  { hasCard }: { readonly hasCard: boolean },
): DrawStep {
  if (!draw) return hasCard ? 'borrow' : 'bindCard'
  if (draw.isVerified) return 'loanResult'
  return draw.needsFace ? 'faceForLoan' : 'borrow'
}

/** Facts about a draw at the time of application. */
export interface DrawRiskFacts {
  readonly amount: Money
  /** The amount drawn earlier on the same day: several draws count as one. */
  readonly drawnToday: Money
  /** The customer has drawn before, but never on this device. */
  readonly isNewDevice: boolean
  /** The card was bound after the limit was granted, and no draw to it has had a face check yet. */
  readonly isNewCard: boolean
  /** Draws applied for earlier on the same day. */
  readonly drawsToday: number
}

/** Every reason that requires a face check before the disbursement. */
// A table: one reason, one line.
// oxfmt-ignore
const reasons: readonly { name: string; applies: (signs: DrawRiskFacts) => boolean }[] = [
  { name: 'large-amount-today', applies: ({ amount, drawnToday }) => add(amount, drawnToday) > product.drawRisk.amountMax },
  { name: 'new-device',         applies: ({ isNewDevice }) => isNewDevice },
  { name: 'new-card',           applies: ({ isNewCard }) => isNewCard },
  { name: 'many-draws-today',   applies: ({ drawsToday }) => drawsToday >= product.drawRisk.drawsPerDay },
]

/**
 * The reasons that require a face check for this draw; empty when an SMS code is enough. [L13, L20]
 */
export function faceReasons(signs: DrawRiskFacts): readonly string[] {
  return reasons.filter(({ applies }) => applies(signs)).map(({ name }) => name)
}
