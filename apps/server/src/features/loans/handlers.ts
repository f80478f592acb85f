import type { App, Callers } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { findDraw, readCoupons } from '@qingzhou/lending/index'
import { applicationsIn } from './loan-application-store.ts'
import type { Handlers } from '@qingzhou/contract/shapes'
import { boundCardOf, readCards } from '#features/cards/index.ts'
import type { Services } from '#services.ts'
import { applyForLoan } from './apply-for-loan.ts'
import { executeLoan, loanResult } from './execute-loan.ts'
import { cancelDraw, loanStep } from './open-draw.ts'
import {
  quoteDrawFor,
  quoteDrawForMiniProgram,
  productFor,
  readDrawer,
} from './quote/quote-draw-for.ts'
import { customerNo } from '@qingzhou/platform/ids'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { availableLimit, checkUsable } from '@qingzhou/domain/credit/limit'
import { methods } from '@qingzhou/domain/loans/amortise'
import { lprOn } from '@qingzhou/domain/cost/cost-cap'
import { fen, greater, lesser, ZERO } from '@qingzhou/domain/money/money'
import { employeeProductNo, product, productNames } from '@qingzhou/domain/product'
import { orRefuse } from '@qingzhou/platform/refused'
import type { LoanCoupon } from '@qingzhou/contract/features/loans'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Coupon } from '@qingzhou/domain/coupons/coupon'
import { couponRefusalLabel, couponWords } from '@qingzhou/domain/coupons/coupon-labels'
import { endUnverifiedDraw } from './disbursement/end-unverified-draw.ts'
import { disburse } from './disbursement/disburse.ts'
import { readBorrower, quoteDraw } from './quote/quote-draw.ts'
import type { QuoteInput, OwnCoupon } from './quote/quote-draw.ts'
import { methodNames, purposesInWords } from './messages.ts'
import { quoteViewOf } from './quote/quote-view.ts'

/** The loans that a customer applied for in one app. */
export async function loansAppliedForIn(
  db: Queryable,
  { customer, app }: { readonly customer: CustomerNo; readonly app: App },
): Promise<ReadonlySet<string>> {
  const applied = await applicationsIn(db, { customer, app })
  const draws = await Promise.all(applied.map((drawNo) => findDraw(db, { customer, drawNo })))
  return new Set(draws.flatMap((draw) => (draw ? [draw.loanNo] : [])))
}

export function loansHandlers(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'serviceFees' | 'today' | 'businessDate'
  >,
): Handlers<Callers>['loans'] {
  return {
    currentStep: ({ drawNo }, caller) => loanStep(services, caller, { drawNo }),
    choices: (_, { session }) => drawChoices(services, session.customer),
    rate: (_, { session }) => drawRate(services, session.customer),
    coupons: (input, { session }) => couponsFor(services, session.customer, input),
    ownCoupons: (_, { session }) => ownCoupons(services, session.customer),
    payoutCards: async (_, { session }) => {
      const cards = await readCards(services.database, services, session.customer)
      return { cards: cards.map(boundCardOf) }
    },
    quote: (input, { session }) => quoteDrawFor(services, session.customer, input),
    quoteForChannel: (input, caller) => quoteDrawForMiniProgram(services, caller, input),
    apply: async (input, caller) => {
      const { drawNo, verification } = await applyForLoan(services, caller, input)
      return { drawNo, verification }
    },
    execute: ({ drawNo }, caller) => executeLoan(services, caller, { drawNo }),
    cancel: ({ drawNo }, caller) => cancelDraw(services, caller, { drawNo }),
    result: ({ drawNo }, { session }) => loanResult(services, session.customer, { drawNo }),
  }
}

export function loanTasks(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today'>,
): TaskHandlers<'disburse' | 'end-unverified-draw'> {
  return {
    disburse: ({ customer, drawNo }) =>
      disburse(services, { customer: customerNo(customer), drawNo }),
    'end-unverified-draw': ({ customer, drawNo }) =>
      endUnverifiedDraw(services, { customer: customerNo(customer), drawNo }),
  }
}

/**
 * The options of a draw; the maximum amount is limited by product and credit limit, in whole steps.
 * A limit that is cancelled, expired or frozen has none.
 */
async function drawChoices(services: Pick<Services, 'database'>, customer: CustomerNo) {
  const { database } = services
  const { limit, today } = await readBorrower(database, customer)
  orRefuse(checkUsable(limit, today))
  const isEmployee = (await productFor(database, customer, {})) === employeeProductNo
  const { amountMin, amountMax, step } = product.draw
  const most = lesser(greater(availableLimit(limit), ZERO), amountMax)
  return {
    amountMin,
    amountMax: fen(most - (most % step)),
    step,
    terms: [...product.terms],
    purposes: purposesInWords(),
    methods: methods.map((code) => ({
      code,
      name: methodNames[code],
      monthsMax: product.methods[code],
    })),
    ...(isEmployee && {
      productName: productNames[employeeProductNo],
      evidenceDays: product.evidence.daysAfterDraw,
    }),
  }
}

/** The borrower's own rate, next to the monthly published LPR. */
async function drawRate({ database }: Pick<Services, 'database'>, customer: CustomerNo) {
  const { limit, today, dated } = await readBorrower(database, customer)
  const lpr = lprOn({ on: today, dated })
  return { lpr: lpr.annualRatePpm, lprOn: lpr.from, annualRate: limit.annualRatePpm }
}

/** The borrower's coupons for a draw: usable ones, and the others with the reason why not. */
async function couponsFor(
  services: Pick<Services, 'database' | 'serviceFees'>,
  customer: CustomerNo,
  quoteInput: QuoteInput,
) {
  const drawer = await readDrawer(services, customer, quoteInput)
  const { borrower } = drawer
  const { amount, months } = quoteInput
  const draw = { amount, months, today: borrower.today }
  /** The discount on this draw, computed by quoting it. */
  const savingOf = ({ couponNo }: OwnCoupon) =>
    quoteViewOf(quoteDraw(services, drawer, { ...quoteInput, couponNo })).totalDiscount
  const shown = borrower.coupons
    .filter(({ coupon }) => coupon.state.kind !== 'used')
    .map((own) => ({ own, obstacle: couponRefusalLabel(own.coupon, draw) }))

  const usable = shown
    .filter(({ obstacle }) => obstacle === undefined)
    .map(({ own }) => ({ ...couponView(own), saving: savingOf(own) }))
    .toSorted((left, right) => (right.saving > left.saving ? 1 : -1))
  const unusable = shown.flatMap(({ own, obstacle }) =>
    obstacle === undefined ? [] : [{ ...couponView(own), reason: obstacle }],
  )
  return { usable, unusable, bestCouponNo: usable[0]?.couponNo }
}

/** All coupons of a customer; one that is not free or not valid today has the reason. */
async function ownCoupons(
  services: Pick<Services, 'database' | 'businessDate'>,
  customer: CustomerNo,
): Promise<{ usable: LoanCoupon[]; ended: LoanCoupon[] }> {
  const today = await services.businessDate()
  const coupons = await readCoupons(services.database, customer)
  const shown = coupons
    .map((own) => ({ own, reason: couponRefusalLabel(own.coupon, drawFor(own.coupon, today)) }))
    .toSorted(({ own: one }, { own: other }) =>
      one.coupon.validUntil < other.coupon.validUntil ? -1 : 1,
    )
  return {
    usable: shown.flatMap(({ own, reason }) => (reason === undefined ? [couponView(own)] : [])),
    ended: shown
      .flatMap(({ own, reason }) => (reason === undefined ? [] : [{ ...couponView(own), reason }]))
      .toReversed(),
  }
}

/** A draw that meets the coupon's conditions on amount and term. */
function drawFor({ amountMin, months }: Coupon, today: LocalDate) {
  return { amount: amountMin, months: months[0] ?? 0, today }
}

function couponView({ couponNo, coupon }: OwnCoupon): LoanCoupon {
  const { name, gives } = couponWords(coupon.benefit)
  return {
    couponNo,
    name,
    benefit: gives,
    amountMin: coupon.amountMin,
    months: [...coupon.months],
    validUntil: coupon.validUntil,
  }
}
