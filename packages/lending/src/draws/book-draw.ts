import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { useCoupon as spend, type Coupon } from '@qingzhou/domain/coupons/coupon'
import { loanOfDraw, endDrawReservation } from '@qingzhou/domain/draws/draw-request'
import { principalOutstanding } from '@qingzhou/domain/loans/loan'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import { perform, type Act, type Decision, type Deps } from '#act.ts'
import { writesFor, NEW_LOAN_STATE } from '#change.ts'
import { spendCoupon } from './coupon-store.ts'
import { endDraw, type DrawRecord } from './draw-store.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
import { lockDrawAndCoupon } from './draw.ts'

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
    load: (tx) => lockDrawAndCoupon(tx, { customer: act.customer, drawNo: request.drawNo }),
    decide: ({ draw, coupon }, { today }) => {
      orRefuse(endDrawReservation(draw.state, 'booked'))
      const start = request.on ?? today
      if (start < draw.reservedOn || start > today) {
        throw new Refused({ kind: 'draw-date-out-of-range' })
      }
      if (draw.state === 'booked') return { answer: { loanNo: draw.loanNo }, writes: [] }
      return booked(draw, { act, coupon, start, today, now: deps.now() })
    },
  })
}

function booked(
  draw: DrawRecord,
  booking: { act: Act; coupon: Coupon | undefined; start: LocalDate; today: LocalDate; now: Date },
): Decision<{ loanNo: string }> {
  const { act, coupon, start, today, now } = booking
  const { customer } = act
  const { drawNo, loanNo, amount, couponNo } = draw
  const benefit = coupon && orRefuse(spend(coupon, loanNo)).benefit
  const loan = orRefuse(loanOfDraw({ ...draw, start, ...(benefit && { coupon: benefit }) }))
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
  const spent =
    couponNo === undefined ? [] : [spendCoupon({ customer, couponNo, loanNo, was: 'reserved' })]
  const { writes, use } = writesFor([change], { act, today, now })
  const ended = endDraw({ customer, drawNo, state: 'booked' })
  return { answer: { loanNo }, writes: [ended, ...writes, ...spent], use }
}
