import { specimenRules } from '@qingzhou/domain/specimen'
import { applyAct, type LoanAct } from '@qingzhou/domain/acts/acts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { reserveLimit, type Limit } from '@qingzhou/domain/credit/limit'
import { checkDrawer, endDrawReservation, quoteDraw } from '@qingzhou/domain/draws/draw-request'
import { isSettled, nextDueDate, sumOfParts } from '@qingzhou/domain/loans/loan'
import { checkReversal, reverseLoan } from '@qingzhou/domain/mall/reversal'
import { sum } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { granted, refused, type Outcome, type Refusal } from '@qingzhou/domain/refusal'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import type { Restructuring } from '@qingzhou/domain/restructure/consolidation-plan'
import { quotePlan } from '@qingzhou/domain/restructure/consolidation-plan'
import { quoteBillConversion } from '@qingzhou/domain/restructure/bill-conversion'
import { offerWaiver } from '@qingzhou/domain/waiver/waiver'
import type { OfferRecord } from '#changes/offer-store.ts'
import type { DrawRecord } from '#draws/draw-store.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
import type { RecordedAct } from '#recorded-acts.ts'
import type { DrawRequest } from '#requests.ts'
import { couponBenefit } from './books.ts'
import type { Request } from './catalogue.ts'

/** What the books hold of one customer. */
export type State = {
  readonly today: LocalDate
  readonly limit: Limit
  readonly acts: readonly RecordedAct[]
  readonly loans: readonly LoanRecord[]
  readonly draws: readonly DrawRecord[]
  readonly offers: readonly OfferRecord[]
}

type Rule = (state: State, request: Request) => Outcome<object>
type LoanRule = (record: LoanRecord, of: { state: State; request: Request }) => Outcome<object>

const refuse = (kind: Extract<Refusal, { kind: Refusal['kind'] }>['kind']) =>
  refused({ kind } as Refusal)

/** What the domain's rules answer to an operation: part of its answer, or the refusal. */
export function expectedOutcome(name: string, state: State, request: Request): Outcome<object> {
  const rule = rules[name]
  if (rule) return rule(state, request)
  const record = state.loans.find(({ loanNo }) => loanNo === request.loanNo)
  if (!record) return refuse('loan-unknown')
  const loanRule = loanRules[name]
  if (!loanRule) throw new Error(`operation ${name}: no rule`)
  return loanRule(record, { state, request })
}

/** A payment, by the act of the domain that it is. */
function payment(actOf: (request: Request, on: LocalDate) => LoanAct): LoanRule {
  return ({ loan }, { state: { today }, request }) => {
    const outcome = applyAct(loan, actOf(request, today))
    if (!outcome.ok) return outcome
    const { allocations, overpaid } = outcome.value
    return granted({ allocations, overpaid, isSettled: isSettled(outcome.value.loan) })
  }
}

/** A change of the terms, refused after a plan default unless it lowers the rate. */
function change(actOf: (request: Request, on: LocalDate) => LoanAct): LoanRule {
  return ({ loan, defaultedOn }, { state: { today }, request }) => {
    const act = actOf(request, today)
    const isBarred = defaultedOn !== undefined && (act.do === 'defer' || act.do === 'forbear')
    const outcome = isBarred ? refuse('plan-defaulted') : applyAct(loan, act)
    return outcome.ok ? granted({}) : outcome
  }
}

const loanRules: Readonly<Record<string, LoanRule>> = {
  receivePayment: payment(({ amount }, on) => ({ do: 'pay', on, amount })),
  repayThrough: payment(({ amount, through }, on) => ({ do: 'pay-through', on, amount, through })),
  repayInFull: payment(({ amount }, on) => ({ do: 'settle', on, amount })),
  repayInPart: payment(({ amount, keep }, on) => ({ do: 'repay-part', on, amount, keep })),
  payWithWaiver: (record, { state, request }) => {
    const found = state.offers.find(({ offerNo }) => offerNo === request.offerNo)
    if (found?.loanNo !== record.loanNo) return refuse('offer-unknown')
    if (found.state === 'accepted') return refuse('offer-taken')
    const { offer } = found
    const rule = payment(({ amount }, on) => ({ do: 'pay-with-waiver', on, amount, offer }))
    return rule(record, { state, request })
  },
  waiveAmount: change(({ amount }, on) => ({
    do: 'waive-amount',
    on,
    part: 'interest',
    waived: amount,
  })),
  deferInstalment: change(({ days }, on) => ({ do: 'defer', on, days })),
  grantForbearanceOnLoan: change(({ days }, on) => ({ do: 'forbear', on, days })),
  cutRate: change(({ annualRatePpm }, on) => ({ do: 'cut-rate', on, annualRatePpm })),
  offerWaiver: ({ loan }, { state: { today }, request }) => {
    const offered = offerWaiver(loan, { ...request, today })
    return offered.ok ? granted({}) : offered
  },
  convertLoanBill: (record, { state: { today }, request: { months } }) =>
    conversion(quoteBillConversion(record, { months, today, rules: specimenRules })),
  defaultPlan: ({ loan, origin, defaultedOn }, { state: { today } }) => {
    if (origin !== 'consolidation-plan') return refuse('plan-unknown')
    if (defaultedOn) return granted({ brokenOn: defaultedOn, due: dueOn(today, loan) })
    const outcome = applyAct(loan, { do: 'default', on: today })
    return outcome.ok ? granted({ due: dueOn(today, outcome.value.loan) }) : outcome
  },
  noteReturn: (record, { state }) => {
    const checked = checkReversal({ ...record, isElsewhere: isElsewhere(record, state) })
    return checked.ok ? granted({}) : checked
  },
  reverseLoan: (record, { state }) => {
    const reversed = reverseLoan({ ...record, isElsewhere: isElsewhere(record, state) })
    return reversed.ok ? granted({ amount: record.loan.amount }) : reversed
  },
}

/** Whether another loan replaced it, in full or for one bill. */
function isElsewhere({ loanNo }: LoanRecord, { acts }: State): boolean {
  return acts.some(({ name, asked }) => {
    const of = asked as { loanNo?: string; loanNos?: readonly string[] }
    return name === 'spread-bill' ? of.loanNo === loanNo : of.loanNos?.includes(loanNo)
  })
}

function conversion(outcome: Outcome<Restructuring>): Outcome<object> {
  if (!outcome.ok) return outcome
  const taken = outcome.value.settled.flatMap(({ allocations }) => allocations)
  return granted({ amount: sum(taken.map(({ parts }) => sumOfParts(parts))) })
}

const rules: Readonly<Record<string, Rule>> = {
  consolidateLoans: ({ loans, today }, { loanNos, months }) =>
    conversion(
      quotePlan(
        loans.filter(({ loanNo }) => loanNos.includes(loanNo)),
        { months, today, rules: specimenRules },
      ),
    ),
  reserveDraw: (state, { draw }) => approve(state, draw),
  bookDraw: ({ draws, today }, { drawNo, on }) => {
    const draw = draws.find((one) => one.drawNo === drawNo)
    if (!draw) return refuse('draw-unknown')
    const ended = endDrawReservation(draw.state, 'booked')
    if (!ended.ok) return ended
    if (on < draw.reservedOn || on > today) return refuse('draw-date-out-of-range')
    return granted({ loanNo: draw.loanNo })
  },
  releaseDraw: ({ draws }, { drawNo }) => {
    const draw = draws.find((one) => one.drawNo === drawNo)
    if (!draw) return refuse('draw-unknown')
    const ended = endDrawReservation(draw.state, 'released')
    return ended.ok ? granted({ state: 'released' }) : ended
  },
}

function approve({ loans, limit, today }: State, request: DrawRequest): Outcome<object> {
  const open = loans.filter(({ loan }) => !isSettled(loan))
  const drawer = checkDrawer(
    open.map(({ loan }) => ({ nextDueDate: nextDueDate(loan) })),
    today,
  )
  if (!drawer.ok) return drawer
  if (open.some(({ origin }) => origin === 'consolidation-plan')) return refuse('limit-frozen')
  const annualRatePpm = product.gradeRatesPpm.C
  const terms = { ...request, annualRatePpm, rules: specimenRules, today } as const
  const quote = quoteDraw({ ...terms, ...(request.couponNo && { coupon: couponBenefit }) })
  if (!quote.ok) return quote
  const reserved = reserveLimit(limit, { amount: request.amount, today })
  return reserved.ok ? granted({ annualRatePpm }) : reserved
}
