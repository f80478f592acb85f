import type { DrawRequest, ReservedDraw } from '#requests.ts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { reserveLimit } from '@qingzhou/domain/credit/limit'
import { type Coupon, reserveCoupon as reserve } from '@qingzhou/domain/coupons/coupon'
import {
  checkDrawer,
  type OpenLoan,
  type Quote,
  quoteDraw,
} from '@qingzhou/domain/draws/draw-request'
import { type ServiceFees, serviceFeeOn } from '@qingzhou/domain/cost/service-fee'
import { defaultProductNo } from '@qingzhou/domain/product'
import { dayRules } from '@qingzhou/domain/cost/cost-cap'
import type { Funding, FundingShare } from '@qingzhou/domain/funding/choose-partners'
import type { DatedRow } from '@qingzhou/domain/dated/dated-rows'
import { type Act, type Books, type Deps, perform } from '#act.ts'
import { readDatedRows } from '#dated/dated-store.ts'
import { insertLoanPartners } from '#funding/loan-partner-store.ts'
import { lockFunding } from '#funding/read-funding.ts'
import { readBusinessDate } from '#ledger/index.ts'
import { findLimit, type LimitRecord } from '#limits/limit-store.ts'
import { readLoansOfDrawer } from '#loans/loan-store.ts'
import { checkNumber, isNumber, newLoanNo } from '#numbers.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import { lockCoupon as lock, reserveCoupon } from './coupon-store.ts'
import { type DrawRecord, insertDraw } from './draw-store.ts'

/** The dependencies of a draw: those of lending, and the service fees of the products. */
export type DrawDeps = Deps & { readonly serviceFees: ServiceFees }

/** What a draw depends on besides the limit. */
export type DrawConditions = {
  readonly coupon: Coupon | undefined
  /** The customer's unsettled loans. */
  readonly openLoans: readonly OpenLoan[]
  readonly dated: readonly DatedRow[]
  readonly funding: Funding
}

async function lockDrawConditions(
  tx: Transaction,
  { customer }: Act,
  request: DrawRequest,
): Promise<DrawConditions> {
  if (request.cardId !== undefined) checkNumber(request.cardId)
  const drawn = { amount: request.amount, product: request.product ?? defaultProductNo }
  const [coupon, openLoans, dated, funding] = await Promise.all([
    lockCoupon(tx, customer, request),
    readLoansOfDrawer(tx, customer),
    readDatedRows(tx),
    lockFunding(tx, { customer, drawn }),
  ])
  return { coupon, openLoans, dated, funding }
}

/** Locks the coupon until the transaction ends. */
async function lockCoupon(
  tx: Transaction,
  customer: CustomerNo,
  { couponNo }: DrawRequest,
): Promise<Coupon | undefined> {
  if (couponNo === undefined) return undefined
  const coupon = isNumber(couponNo) ? await lock(tx, { customer, couponNo }) : undefined
  if (!coupon) throw new Refused({ kind: 'coupon-unknown' })
  return coupon
}

/**
 * Decides whether a draw may happen, and quotes it: late loans, an open consolidation plan, the offer,
 * the partners, the limit and the coupon. Quotes and draws both ask here.
 */
export function approveDraw(
  request: DrawRequest,
  conditions: Books & DrawConditions & { readonly serviceFees: ServiceFees },
): { quote: Quote; limit: LimitRecord } {
  const { today, limit, coupon, openLoans, dated, funding, serviceFees: fees } = conditions
  if (!limit) throw new Refused({ kind: 'limit-unknown' })
  orRefuse(checkDrawer(openLoans, today))
  // A customer with a consolidation plan, in default or not, draws again after settling it.
  const hasPlan = openLoans.some(({ origin }) => origin === 'consolidation-plan')
  if (hasPlan) throw new Refused({ kind: 'limit-frozen' })

  const { amount, months, method, purpose } = request
  const { annualRatePpm, lender } = limit
  const product = request.product ?? defaultProductNo
  const serviceFee = serviceFeeOn(today, { fees, product })
  const rules = dayRules(lender, { on: today, dated })
  const offer = { purpose, product, annualRatePpm, rules, today, serviceFee }
  const terms = { amount, months, method, ...offer, funding }
  const quote = orRefuse(quoteDraw({ ...terms, ...(coupon && { coupon: coupon.benefit }) }))
  orRefuse(reserveLimit(limit, { amount, today }))
  if (coupon) orRefuse(reserve(coupon, { draw: NEW_DRAW, amount, months, today }))
  return { quote, limit }
}

/**
 * Decides whether a draw that was approved may still be paid out. The signed plan starts on the day
 * of the quote: on another day its due dates would differ. (A bank that pays on the next day moves
 * them, see `bookDraw`.)
 */
export async function obstacleToDisbursement(
  tx: Transaction,
  { customer, quotedOn }: { readonly customer: CustomerNo; readonly quotedOn: LocalDate },
): Promise<'limit-not-open' | 'signed-earlier' | undefined> {
  const limit = await findLimit(tx, customer)
  if (limit?.state !== 'open') return 'limit-not-open'
  return (await readBusinessDate(tx)) === quotedOn ? undefined : 'signed-earlier'
}

/** Stands for the draw that is being decided; its own number is written with the reservation. */
const NEW_DRAW = 'new'

/**
 * Reserves limit and coupon for a draw until it is disbursed or released. `requireAgreed` refuses a
 * quote that differs from the one the customer has signed.
 */
export async function reserveDraw(
  deps: DrawDeps,
  act: Act,
  request: DrawRequest,
  requireAgreed?: (quote: Quote) => void,
): Promise<ReservedDraw> {
  const { customer, requestNo: drawNo } = act
  const { amount, months, method, purpose, couponNo, cardId } = request
  return perform(deps, act, {
    name: 'reserve-draw',
    body: request,
    load: (tx) => lockDrawConditions(tx, act, request),
    decide: (grounds, books) => {
      const reservedAt = deps.now()
      const loanNo = newLoanNo(reservedAt)
      const { serviceFees } = deps
      const { quote, limit } = approveDraw(request, { ...books, ...grounds, serviceFees })
      requireAgreed?.(quote)
      const { annualRatePpm, lender } = limit
      const { fee } = quote.plan.terms
      const { partners } = quote
      const draw: DrawRecord = {
        drawNo,
        loanNo,
        state: 'reserved',
        product: request.product ?? defaultProductNo,
        amount,
        months,
        method,
        purpose,
        couponNo,
        cardId,
        annualRatePpm,
        lender,
        reservedOn: books.today,
        fee,
      }
      return {
        answer: {
          drawNo,
          loanNo,
          annualRatePpm,
          ...(fee && { fee }),
          ...(partners.length > 0 && { partners: partners.map(recordedShare) }),
        },
        writes: [
          ...(couponNo === undefined ? [] : [reserveCoupon({ customer, couponNo, loanNo })]),
          insertDraw({ customer, draw, reservedAt }),
          ...insertLoanPartners({ customer, drawNo, loanNo, partners }),
        ],
        use: amount,
      }
    },
  })
}

function recordedShare({ partnerNo, sharePpm }: FundingShare) {
  return { partnerNo, sharePpm }
}
