import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { dayRules } from '@qingzhou/domain/cost/cost-cap'
import type { DatedRow } from '@qingzhou/domain/dated/dated-rows'
import { releaseCoupon, useCoupon as spend, type Coupon } from '@qingzhou/domain/coupons/coupon'
import { loanOfDraw, endDrawReservation } from '@qingzhou/domain/draws/draw-request'
import { principalOutstanding } from '@qingzhou/domain/loans/loan'
import { subtract, ZERO } from '@qingzhou/domain/money/money'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import { perform, type Act, type Decision, type Deps } from '#act.ts'
import { writesFor, NEW_LOAN_STATE } from '#change.ts'
import { readDatedRows } from '#dated/dated-store.ts'
import { isNumber } from '#numbers.ts'
import { freeCoupon, lockCoupon, spendCoupon } from './coupon-store.ts'
import { endDraw, lockDraw as lock, type DrawRecord } from './draw-store.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'

type Booking = {
  readonly drawNo: string
  /** The business date of the disbursement: today, unless it is reported later. */
  readonly on?: LocalDate
}

/**
 * Books a reserved draw as a loan after its disbursement. The current state of limit and coupon
 * does not matter, because both were reserved.
 */
export async function bookDraw(
  deps: Deps,
  act: Act,
  request: Booking,
): Promise<{ loanNo: string }> {
  return perform(deps, act, {
    name: 'book-draw',
    body: request,
    load: async (tx) => {
      const key = { customer: act.customer, drawNo: request.drawNo }
      const [locked, dated] = await Promise.all([lockDrawAndCoupon(tx, key), readDatedRows(tx)])
      return { ...locked, dated }
    },
    decide: ({ draw, coupon, dated }, { today }) => {
      orRefuse(endDrawReservation(draw.state, 'booked'))
      const start = request.on ?? today
      if (start < draw.reservedOn || start > today) {
        throw new Refused({ kind: 'draw-date-out-of-range' })
      }
      if (draw.state === 'booked') return { answer: { loanNo: draw.loanNo }, writes: [] }
      return bookDecision(draw, { act, coupon, dated, start, today, now: deps.now() })
    },
  })
}

function bookDecision(
  draw: DrawRecord,
  booking: {
    act: Act
    coupon: Coupon | undefined
    dated: readonly DatedRow[]
    start: LocalDate
    today: LocalDate
    now: Date
  },
): Decision<{ loanNo: string }> {
  const { act, coupon, dated, start, today, now } = booking
  const { customer } = act
  const { drawNo, loanNo, amount, couponNo } = draw
  const benefit = coupon && orRefuse(spend(coupon, loanNo)).benefit
  const rules = dayRules(draw.lender, { on: start, dated })
  const loan = orRefuse(loanOfDraw({ ...draw, rules, start, ...(benefit && { coupon: benefit }) }))
  const after: LoanRecord = {
    loanNo,
    loan,
    origin: 'draw',
    product: draw.product,
    lender: draw.lender,
    purpose: draw.purpose,
    couponNo,
    cardId: draw.cardId,
    ...NEW_LOAN_STATE,
    limitUsed: principalOutstanding(loan),
    bookedUntil: today,
  }
  const change = { event: 'draw', before: undefined, after, reservedAmount: amount } as const
  const spent = couponNo === undefined ? [] : [spendCoupon({ customer, couponNo, loanNo })]
  const { writes, use } = writesFor([change], { act, today, now })
  const ended = endDraw({ customer, drawNo, state: 'booked' })
  return { answer: { loanNo }, writes: [ended, ...writes, ...spent], use }
}

/** Releases limit and coupon of a draw that will not be disbursed, once. */
export async function releaseDraw(
  deps: Deps,
  act: Act,
  request: { readonly drawNo: string },
): Promise<{ state: 'released' }> {
  const { customer } = act
  return perform(deps, act, {
    name: 'release-draw',
    body: request,
    load: (tx) => lockDrawAndCoupon(tx, { customer, drawNo: request.drawNo }),
    decide: ({ draw: { drawNo, loanNo, state, amount, couponNo }, coupon }) => {
      orRefuse(endDrawReservation(state, 'released'))
      const answer = { state: 'released' } as const
      if (state === 'released') return { answer, writes: [] }
      if (coupon) orRefuse(releaseCoupon(coupon, loanNo))
      return {
        answer,
        writes: [
          endDraw({ customer, drawNo, state: 'released' }),
          ...(couponNo === undefined ? [] : [freeCoupon({ customer, couponNo, loanNo })]),
        ],
        use: subtract(ZERO, amount),
      }
    },
  })
}

/** Returns the same refusal for another customer's draw as for a missing one. */
async function lockDraw(
  tx: Transaction,
  { customer, drawNo }: { readonly customer: CustomerNo; readonly drawNo: string },
): Promise<DrawRecord> {
  const draw = isNumber(drawNo) ? await lock(tx, { customer, drawNo }) : undefined
  if (!draw) throw new Refused({ kind: 'draw-unknown' })
  return draw
}

/** Locks a draw and the coupon reserved for it. */
async function lockDrawAndCoupon(
  tx: Transaction,
  { customer, drawNo }: { readonly customer: CustomerNo; readonly drawNo: string },
): Promise<{ draw: DrawRecord; coupon: Coupon | undefined }> {
  const draw = await lockDraw(tx, { customer, drawNo })
  const { couponNo } = draw
  const coupon = couponNo === undefined ? undefined : await lockCoupon(tx, { customer, couponNo })
  return { draw, coupon }
}
