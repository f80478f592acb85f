import { addDays } from '@qingzhou/domain/calendar/local-date'
import { reserveLimit } from '@qingzhou/domain/credit/limit'
import { methods, type Method } from '@qingzhou/domain/loans/amortise'
import {
  checkDrawer,
  loanOfDraw,
  quoteDraw,
  endDrawReservation,
} from '@qingzhou/domain/draws/draw-request'
import {
  isSettled,
  nextDueDate,
  principalOutstanding,
  type Loan,
} from '@qingzhou/domain/loans/loan'
import { fen } from '@qingzhou/domain/money/money'
import { defaultProductNo, mallProductNo, product, productNos } from '@qingzhou/domain/product'
import type { Outcome } from '@qingzhou/domain/refusal'
import { NEW_LOAN_STATE } from '#change.ts'
import type { DrawRequest } from '#requests.ts'
import type { DrawRecord } from '#draws/draw-store.ts'
import * as lending from '#index.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
import { cardId } from './books.ts'
import { drawOf, withDraw, withLoan, type Model, type AcceptedOrder } from './model.ts'
import type { Choice, Order } from './order.ts'

export const benefit = { kind: 'interest-free-days', days: 45 } as const
const annualRatePpm = product.gradeRatesPpm.C
const lender = 'consumer-finance'

function requestOf(
  { which, share, size }: Choice,
  model: Model,
): Required<Omit<DrawRequest, 'couponNo'>> & DrawRequest {
  const couponNo = share === 'more' ? model.freeCoupons[0] : undefined
  const productNo = productNos[which % productNos.length] ?? defaultProductNo
  const isOfMall = productNo === mallProductNo
  const method = methods[size % methods.length] ?? ('equal-principal' satisfies Method)
  return {
    amount: fen(BigInt(5 + (size % 60)) * 100_00n),
    months: product.terms[which % product.terms.length] ?? 3,
    method: isOfMall ? 'equal-instalments' : method,
    purpose: isOfMall ? 'shopping' : 'travel',
    product: productNo,
    cardId,
    ...(couponNo && { couponNo }),
  }
}

export function newReserveOrder(choice: Choice, model: Model): Order {
  const request = requestOf(choice, model)
  return {
    ask: (deps, act) => lending.reserveDraw(deps, act, request),
    expected: (model, { requestNo: drawNo, answer: { loanNo = '' } }) => {
      const agreed = agreeDraw(model, request)
      if (!agreed.ok) return agreed
      const { couponNo } = request
      const terms = { couponNo, annualRatePpm, lender, reservedOn: model.today } as const
      const draw: DrawRecord = { ...request, ...terms, drawNo, loanNo, state: 'reserved' }
      const after = withoutCoupon(withDraw(model, draw), couponNo)
      return accept({ drawNo, loanNo, annualRatePpm }, after)
    },
  }
}

export function newBookOrder({ size }: Choice, { drawNo }: DrawRecord, { today }: Model): Order {
  const on = size % 3 === 0 ? undefined : addDays(today, 1 - (size % 5))
  return {
    ask: (deps, act) => lending.bookDraw(deps, act, { drawNo, ...(on && { on }) }),
    expected: (model) => {
      const draw = drawOf(model, drawNo)
      const { loanNo, couponNo } = draw
      const ended = endDrawReservation(draw.state, 'booked')
      if (!ended.ok) return ended
      const start = on ?? model.today
      if (start < draw.reservedOn || start > model.today) {
        return { ok: false, refusal: { kind: 'draw-date-out-of-range' } }
      }
      if (draw.state === 'booked') return accept({ loanNo }, model)
      const loan = loanOfDraw({ ...draw, start, ...(couponNo && { coupon: benefit }) })
      if (!loan.ok) return loan
      const ending = withDraw(model, { ...draw, state: 'booked' })
      const opened = withOpened(model, { ...draw, loan: loan.value })
      return accept({ loanNo }, withDisbursement(withLoan(ending, opened), draw))
    },
  }
}

export function newReleaseOrder({ drawNo }: DrawRecord): Order {
  return {
    ask: (deps, act) => lending.releaseDraw(deps, act, { drawNo }),
    expected: (model) => {
      const draw = drawOf(model, drawNo)
      const ended = endDrawReservation(draw.state, 'released')
      if (!ended.ok) return ended
      const answer = { state: 'released' }
      if (draw.state === 'released') return accept(answer, model)
      const after = withDraw(model, { ...draw, state: 'released' })
      const coupons = draw.couponNo === undefined ? [] : [draw.couponNo]
      return accept(answer, { ...after, freeCoupons: [...after.freeCoupons, ...coupons] })
    },
  }
}

/** The loan that the domain rules give, if they allow it. */
function agreeDraw(model: Model, request: DrawRequest): Outcome<Loan> {
  const { today } = model
  const open = model.loans.filter(({ loan }) => !isSettled(loan))
  const drawer = checkDrawer(
    open.map(({ loan }) => ({ nextDueDate: nextDueDate(loan) })),
    today,
  )
  if (!drawer.ok) return drawer
  if (open.some(({ origin }) => origin === 'consolidation-plan'))
    return { ok: false, refusal: { kind: 'limit-frozen' } }
  const terms = { ...request, annualRatePpm, lender, today } as const
  const quote = quoteDraw({ ...terms, ...(request.couponNo && { coupon: benefit }) })
  if (!quote.ok) return quote
  const reserved = reserveLimit(model.limit, { amount: request.amount, today })
  return reserved.ok ? { ok: true, value: quote.value.loan } : reserved
}

function withOpened(
  { today }: Model,
  draw: Pick<LoanRecord, 'loanNo' | 'loan' | 'purpose' | 'product' | 'cardId'> & {
    readonly couponNo?: string | undefined
  },
): LoanRecord {
  const { loanNo, loan, purpose, couponNo } = draw
  return {
    loanNo,
    loan,
    origin: 'draw',
    product: draw.product,
    lender,
    purpose,
    couponNo,
    cardId: draw.cardId,
    ...NEW_LOAN_STATE,
    limitUsed: principalOutstanding(loan),
    bookedUntil: today,
  }
}

function withDisbursement(model: Model, { amount }: { readonly amount: bigint }): Model {
  return { ...model, clearing: model.clearing - amount }
}

function withoutCoupon(model: Model, couponNo: string | undefined): Model {
  return { ...model, freeCoupons: model.freeCoupons.filter((free) => free !== couponNo) }
}

function accept<Answer>(answer: Answer, model: Model): Outcome<AcceptedOrder<Answer>> {
  return { ok: true, value: { answer, model } }
}
