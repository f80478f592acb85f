import { rateOn } from '#testing/reference/accrual.ts'
import { billRows, type ChargedRow, countUntil, computeUnearned } from '#testing/reference/bill.ts'
import { cut, repayPart } from '#testing/reference/change.ts'
import { type Day, dayOf, textOf } from '#testing/reference/days.ts'
import { convert, defaultOn, defer, grantForbearance } from '#testing/reference/move.ts'
import {
  dueOn,
  payDue,
  payoffOn,
  payWithWaiver,
  computeTakeover,
  toPay,
  undo,
  waiveAmount,
} from '#testing/reference/pay.ts'
import { mayDefer, mayRepayPart } from '#testing/reference/permission.ts'
import { newState } from '#testing/reference/shape.ts'
import { type AgreedTerms, type Amounts, type State } from '#testing/reference/state.ts'

/** An act on a loan, with the parameters of the request. */
export type ReferenceAct = { readonly on: string } & (
  | { readonly do: 'pay' | 'settle'; readonly amount: bigint }
  | { readonly do: 'convert-bill'; readonly amount: bigint; readonly n: number }
  | { readonly do: 'pay-through'; readonly amount: bigint; readonly through: number }
  | { readonly do: 'repay-part'; readonly amount: bigint; readonly keep?: 'term' | 'instalment' }
  | { readonly do: 'defer'; readonly days: number }
  | { readonly do: 'forbear'; readonly days: number; readonly asked?: { readonly on: string } }
  /** The day is the last one at the old rate, and can have passed. */
  | { readonly do: 'cut-rate'; readonly annualRatePpm: bigint }
  | {
      readonly do: 'pay-with-waiver'
      readonly amount: bigint
      readonly offer: { readonly penaltySharePpm: bigint; readonly interestSharePpm: bigint }
      readonly orderedOn?: string
    }
  | {
      readonly do: 'waive-amount'
      readonly part: 'fee' | 'penalty' | 'interest'
      readonly waived: bigint
    }
  | { readonly do: 'default' | 'return' }
)

export interface ReferenceBill {
  readonly n: number
  readonly dueDate: string
  readonly due: Amounts
  readonly waived: Amounts
  readonly open: Amounts
}

export interface Reference {
  /** Whether an act is granted on a day, for those that are refused by rules of their own. */
  mayDo(act: ReferenceAct): boolean | undefined
  /** Takes back a payment by its place among the acts, with what is not sent back; returns the same. */
  reverse(place: number, of: { today: string; unsent: bigint }): bigint
  /** Books a payment of a day that has passed; returns what went back then, and what goes back today. */
  payPast(
    act: ReferenceAct & { do: 'pay' },
    of: { today: string; isOrdered: boolean },
  ): { backThen: bigint; backNow: bigint }
  /** Applies an act on a day; returns what goes back to the borrower. */
  act(act: ReferenceAct, today: string): bigint
  bills(today: string): ReferenceBill[]
  due(today: string): bigint
  payoff(today: string): bigint
  ratePpm(): bigint
  /** The sum of the principal outstanding on each day. */
  exposure(today: string): bigint
  /** The same by a day to come. */
  exposureBy(day: string): bigint
  /** What a plan takes over of the loan. */
  takenOver(today: string): Amounts
  /** What is not earned of a bill on a day. */
  unearned(n: number): (today: Day) => bigint
}

/** An act that was done, or a credit that was set off on a day, and what went back to the borrower. */
interface LoggedAct {
  readonly on: string
  readonly act?: ReferenceAct
  readonly back: bigint
  /** Its money was taken back. */
  readonly isReversed?: boolean
}

function applyReferenceAct(
  state: State,
  act: ReferenceAct,
  before: (day: string) => State,
): bigint {
  const on = dayOf(act.on)
  switch (act.do) {
    case 'pay':
    case 'pay-through':
      return payDue(state, { ...act, on })
    case 'settle':
      // Repeated, it can be too little, and repays a part then.
      return repayPart(state, { amount: act.amount, keep: 'term', on })
    case 'repay-part':
      return repayPart(state, { keep: 'term', ...act, on })
    case 'defer':
      return defer(state, { ...act, on })
    case 'forbear':
      return grantForbearance(state, { on, days: act.days, asked: before(act.asked?.on ?? act.on) })
    case 'pay-with-waiver': {
      const { penaltySharePpm: penaltyPpm, interestSharePpm: interestPpm } = act.offer
      const ordered = before(act.orderedOn ?? act.on)
      return payWithWaiver(state, { on, amount: act.amount, penaltyPpm, interestPpm, ordered })
    }
    case 'waive-amount':
      return waiveAmount(state, { ...act, on })
    case 'convert-bill':
      return convert(state, { ...act, on })
    case 'default':
      return defaultOn(state, { on })
    case 'return':
      return undo(state)
    case 'cut-rate':
      return cut(state, { on, ratePpm: act.annualRatePpm })
    default:
      return act satisfies never
  }
}

/** Acts on a loan that is settled: money comes back, all else changes nothing. */
function applyToState(state: State, act: ReferenceAct, before: (day: string) => State): bigint {
  if (state.isSettled && act.do !== 'return') return 'amount' in act ? act.amount : 0n
  countUntil(state, dayOf(act.on))
  return applyReferenceAct(state, act, before)
}

/**
 * A loan from its terms and acts. Credit is what the acts take less than they took when they were done; it
 * pays what is due where it was set off.
 */
function replayLog(
  terms: AgreedTerms,
  log: readonly LoggedAct[],
): { state: State; credit: bigint } {
  const state = newState(terms)
  let credit = 0n
  for (const [index, { on, act, back, isReversed }] of log.entries()) {
    const before = (day: string) => {
      const until = log.slice(0, index).filter((one) => one.on <= day)
      const earlier = replayLog(terms, until).state
      countUntil(earlier, dayOf(day))
      return earlier
    }
    if (isReversed) {
      credit -= back
      continue
    }
    if (!act) credit = credit > 0n ? payDue(state, { on: dayOf(on), amount: credit }) : credit
    else if (act.do !== 'cut-rate' || act.annualRatePpm < rateOn(state, dayOf(on) + 1)) {
      credit += applyToState(state, act, before)
    }
    credit -= back
  }
  return { state, credit }
}

function isAllPaid(state: State): boolean {
  return billRows(state).every(({ open }) => Object.values(open).every((amount) => amount === 0n))
}

function billOf({ row, due, discount, given, open }: ChargedRow): ReferenceBill {
  const waived = {
    fee: given.fee,
    penalty: given.penalty,
    interest: given.interest + discount.interest,
    principal: given.principal + discount.principal,
  }
  return { n: row.n, dueDate: textOf(row.due), due, waived, open }
}

function withoutPayment(
  log: readonly LoggedAct[],
  { place, unsent }: { place: number; unsent: bigint },
): LoggedAct[] {
  return log.map((one, index) =>
    index === place ? { ...one, back: one.back - unsent, isReversed: true } : one,
  )
}

function countExposure(state: State, day: string): bigint {
  countUntil(state, dayOf(day))
  return state.exposure
}

export function createReference(terms: AgreedTerms): Reference {
  let state = newState(terms)
  let log: LoggedAct[] = []

  const until = (today: string): State => {
    countUntil(state, dayOf(today))
    return state
  }

  /**
   * A cut from a day that has passed: the loan is built again with the cut on its day, and all later acts
   * are done again. What they take less is set off against what is due, and the rest goes back. [T2]
   */
  const cutInThePast = (act: ReferenceAct, today: string): bigint => {
    const at = log.filter(({ on }) => on <= act.on).length
    return rebuild(log.toSpliced(at, 0, { on: act.on, act, back: 0n }), today)
  }

  /** Does all acts again; what they take less pays what is due today, and the rest goes back. */
  const rebuild = (acts: readonly LoggedAct[], today: string): bigint => {
    log = [...acts, { on: today, back: 0n }]
    const again = replayLog(terms, log)
    state = again.state
    log[log.length - 1] = { on: today, back: again.credit }
    return again.credit
  }

  return {
    mayDo: (act) => {
      const today = until(act.on)
      if (act.do === 'defer') return mayDefer(today, { ...act, on: dayOf(act.on) })
      if (act.do !== 'repay-part') return undefined
      // A coupon that pays all that is left does so on the due date, and not before.
      return (
        mayRepayPart(today, act) &&
        !isAllPaid(replayLog(terms, [...log, { ...act, act, back: 0n }]).state)
      )
    },
    reverse: (place, { today, unsent }) => rebuild(withoutPayment(log, { place, unsent }), today),
    payPast: (act, { today, isOrdered }) => {
      const at = log.filter(({ on }) => on <= act.on).length
      const before = replayLog(terms, log.slice(0, at)).state
      const backThen = isOrdered ? applyToState(before, act, () => before) : 0n
      const acts = log.toSpliced(at, 0, { on: act.on, act, back: backThen })
      return { backThen, backNow: rebuild(acts, today) }
    },
    act: (act, today) => {
      if (act.do === 'cut-rate' && act.on < today) return cutInThePast(act, today)
      log.push({ on: act.on, act, back: 0n })
      const again = replayLog(terms, log)
      state = again.state
      log[log.length - 1] = { on: act.on, act, back: again.credit }
      return again.credit
    },
    bills: (today) => toPay(until(today)).map(billOf),
    due: (today) => dueOn(until(today)),
    payoff: (today) => payoffOn(until(today)),
    ratePpm: () => rateOn(state, Number.MAX_SAFE_INTEGER),
    exposure: (today) => countExposure(state, today),
    exposureBy: (day) => countExposure(replayLog(terms, log).state, day),
    takenOver: (today) => computeTakeover(until(today)),
    unearned: (n) => computeUnearned(state, n),
  }
}
