import { applyAct, type LoanAct } from '@qingzhou/domain/acts/acts'
import {
  bookPastPayment,
  cutRateOf,
  pastOf,
  reversePayment,
  withAct,
  type LoanPast,
} from '@qingzhou/domain/acts/past'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Method } from '@qingzhou/domain/loans/amortise'
import { withCoupon } from '@qingzhou/domain/coupons/coupon'
import { openLoan, sumOfParts, type Loan } from '@qingzhou/domain/loans/loan'
import { planOf } from '@qingzhou/domain/loans/plan'
import type { DayRules } from '@qingzhou/domain/cost/cost-cap'
import type { LoanFee } from '@qingzhou/domain/cost/service-fee'
import { reverseLoan } from '@qingzhou/domain/mall/reversal'
import { type Money, sum } from '@qingzhou/domain/money/money'
import { mallProductNo } from '@qingzhou/domain/product'
import type { Outcome, Refusal } from '@qingzhou/domain/refusal'
import type { Settlement } from '@qingzhou/domain/repayment/allocation'
import type { OldLoan, Restructuring } from '@qingzhou/domain/restructure/consolidation-plan'
import { quotePlan } from '@qingzhou/domain/restructure/consolidation-plan'
import { quoteBillConversion } from '@qingzhou/domain/restructure/bill-conversion'
import type { WaiverOffer } from '@qingzhou/domain/waiver/waiver'
import type { DrawRequest, ReservedDraw } from './requests.ts'
import type { ConversionAnswer, ConsolidationRequest } from './requests.ts'
import type { LoanRecord } from './loans/loan-rows.ts'
import type { PastPayment, PastPaymentAnswer } from './requests.ts'
import type { PaymentRequest } from './requests.ts'
import type { ReversalRequest, ReversedPayment } from './requests.ts'
import { loanActs, type RecordedAct } from './recorded-acts.ts'

/** A replayed loan, or the use case that could not be replayed and why. */
export type ReplayedLoan =
  | { readonly kind: 'loan'; readonly loan: Loan; readonly past: LoanPast }
  | { readonly kind: 'failed'; readonly act: string; readonly reason: string }
  /** Acts of the loan followed rules that are no longer in force. */
  | { readonly kind: 'older' }

/**
 * Computes the loans of a customer from the audit log alone. The terms signed with a loan (its
 * conventions, its coupon) are taken from its row, which no use case changes.
 */
export function replayActs(
  acts: readonly RecordedAct[],
  stored: readonly LoanRecord[],
): ReadonlyMap<string, ReplayedLoan> {
  const replay = createReplay(stored)
  for (const act of acts) {
    remember(act, replay)
    const names = loanNosOf(act, replay)
    if (names.length === 0) continue
    const hindrance = names.map((loanNo) => replay.loans.get(loanNo)).find(isNotReplayable)
    if (hindrance) {
      for (const loanNo of [...names, ...newLoanOf(act)]) replay.loans.set(loanNo, hindrance)
      continue
    }
    try {
      repeat(act, replay)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      for (const loanNo of [...names, ...newLoanOf(act)]) {
        replay.loans.set(loanNo, { kind: 'failed', act: act.name, reason })
      }
    }
  }
  return replay.loans
}

type DrawTerms = {
  readonly request: DrawRequest
  readonly loanNo: string
  readonly ratePpm: bigint
  readonly fee?: LoanFee | undefined
}

type Replay = {
  readonly stored: ReadonlyMap<string, LoanRecord>
  readonly loans: Map<string, ReplayedLoan>
  readonly draws: Map<string, DrawTerms>
  readonly offers: Map<string, WaiverOffer>
  readonly broken: Set<string>
}

function createReplay(stored: readonly LoanRecord[]): Replay {
  const older = stored.filter(
    ({ loan, isReplayable }) => !isReplayable || loan.history.since > loan.start,
  )
  return {
    stored: new Map(stored.map((record) => [record.loanNo, record])),
    loans: new Map(older.map(({ loanNo }) => [loanNo, { kind: 'older' }])),
    draws: new Map(),
    offers: new Map(),
    broken: new Set(),
  }
}

function isNotReplayable(replayed: ReplayedLoan | undefined): boolean {
  return replayed !== undefined && replayed.kind !== 'loan'
}

/** The loans that a use case changes. Empty if it changes none. */
function loanNosOf({ name, asked }: RecordedAct, { draws }: Replay): readonly string[] {
  if (name === 'book-draw') {
    const draw = draws.get((asked as { drawNo: string }).drawNo)
    return draw ? [draw.loanNo] : []
  }
  if (name === 'join-loans') return (asked as ConsolidationRequest).loanNos
  return name in changes || name in conversions ? [(asked as PaymentRequest).loanNo] : []
}

const newLoanOf = ({ name, answer }: RecordedAct): readonly string[] =>
  name in conversions ? [(answer as ConversionAnswer).loanNo] : []

/** Stores what later use cases refer to. */
function remember({ name, requestNo, asked, answer }: RecordedAct, replay: Replay): void {
  if (name === 'offer-waiver') replay.offers.set(requestNo, asked as WaiverOffer)
  if (name !== 'reserve-draw') return
  const { loanNo, annualRatePpm: ratePpm, fee } = answer as ReservedDraw
  replay.draws.set(requestNo, { request: asked as DrawRequest, loanNo, ratePpm, fee })
}

/** `perform` wrote the rows under the name of their use case, so their bodies have its types. */
function repeat(act: RecordedAct, replay: Replay): void {
  const { name, asked, day } = act
  if (name === 'book-draw') {
    const { drawNo, on } = asked as { drawNo: string; on?: LocalDate }
    const draw = replay.draws.get(drawNo)
    if (draw && !replay.loans.has(draw.loanNo)) open(replay, { ...draw, start: on ?? day })
  } else if (conversions[name]) {
    convert(act, replay)
  } else {
    change(act, replay)
  }
}

function open(replay: Replay, draw: DrawTerms & { readonly start: LocalDate }): void {
  const { request, loanNo, ratePpm, fee, start } = draw
  const { amount, months, method }: { amount: Money; months: number; method: Method } = request
  const { conventions, coupon } = recordOf(replay, loanNo).loan
  const terms = { amount, months, method, annualRatePpm: ratePpm, start, conventions }
  const bare = openLoan(valueOf(planOf({ ...terms, ...(fee && { fee }) })))
  storeReplayed(replay, loanNo, pastOf(coupon ? withCoupon(bare, coupon) : bare))
}

function storeReplayed(replay: Replay, loanNo: string, past: LoanPast): void {
  replay.loans.set(loanNo, { kind: 'loan', loan: past.loan, past })
}

type Change = { readonly act: RecordedAct; readonly replay: Replay; readonly loanNo: string }

/** The past of a loan after a use case that changes it. */
const changes: Readonly<Record<string, (past: LoanPast, change: Change) => LoanPast>> = {
  ...Object.fromEntries(
    Object.entries(loanActs).map(([name, actOf]) => [
      name,
      (past: LoanPast, { act, replay }: Change) =>
        repeatAct(past, actOf(act, replay.offers), act.requestNo),
    ]),
  ),
  'break-plan': (past, { act, replay, loanNo }) => {
    if (replay.broken.has(loanNo)) return past
    replay.broken.add(loanNo)
    return repeatAct(past, { do: 'default', on: act.day }, act.requestNo)
  },
  'rate-cut': (past, { act }) => {
    const { annualRatePpm, from } = act.asked as { annualRatePpm: bigint; from: LocalDate }
    return valueOf(cutRateOf(past, { annualRatePpm, from, today: act.day })).past
  },
  'book-past-payment': (past, { act }) => {
    const { asked, answer, requestNo: no, day: today } = act
    if (!(answer as PastPaymentAnswer).isInPast) {
      const { amount } = (asked as PastPayment).act
      return repeatAct(past, { do: 'pay', on: today, amount }, no)
    }
    const { act: paid, isOrdered } = asked as PastPayment
    return valueOf(bookPastPayment(past, { act: paid, isOrdered, no, today })).past
  },
  'reverse-payment': (past, { act }) => {
    const { paymentNo: no } = act.asked as ReversalRequest
    const { cancelledRefund: unsent } = act.answer as ReversedPayment
    return valueOf(reversePayment(past, { no, unsent, today: act.day })).past
  },
  'reverse-loan': (past) => {
    const isElsewhere = false
    const drawn = { loan: past.loan, origin: 'draw', product: mallProductNo } as const
    const { loan } = valueOf(reverseLoan({ ...drawn, reversedOn: undefined, isElsewhere }))
    return { ...past, loan }
  },
}

function repeatAct(past: LoanPast, act: LoanAct, no: string): LoanPast {
  return withAct(past, act, { ...valueOf(applyAct(past.loan, act)), no })
}

function change(act: RecordedAct, replay: Replay): void {
  const { loanNo } = act.asked as PaymentRequest
  const past = changes[act.name]?.(pastIn(replay, loanNo), { act, replay, loanNo })
  if (past) storeReplayed(replay, loanNo, past)
}

/** Use cases that close loans, or a bill of one, against a new loan. */
const conversions: Readonly<
  Record<
    string,
    (
      old: readonly OldLoan[],
      terms: { months: number; today: LocalDate; rules: DayRules },
    ) => Outcome<Restructuring>
  >
> = {
  'join-loans': (old, terms) => quotePlan(old, terms),
  'spread-bill': ([old], terms) => {
    if (!old) throw new Error('bill conversion: loan missing')
    return quoteBillConversion(old, terms)
  },
}

function convert(act: RecordedAct, replay: Replay): void {
  const { months } = act.asked as { months: number }
  const loanNos = [...new Set(loanNosOf(act, replay))].toSorted()
  const old = loanNos.map((loanNo) => ({
    ...recordOf(replay, loanNo),
    returnAskedOn: undefined,
    loan: pastIn(replay, loanNo).loan,
  }))
  const rules = rulesSigned(recordOf(replay, (act.answer as ConversionAnswer).loanNo))
  const outcome = conversions[act.name]?.(old, { months, today: act.day, rules })
  if (!outcome) return
  const { settled, newLoan } = valueOf(outcome)
  for (const [index, loanNo] of loanNos.entries()) {
    const settlement = settled[index]
    if (!settlement) continue
    const closing = closingAct(act, settlement)
    storeReplayed(replay, loanNo, withAct(pastIn(replay, loanNo), closing, settlement))
  }
  storeReplayed(replay, (act.answer as ConversionAnswer).loanNo, pastOf(newLoan))
}

/** The rules that a new loan was signed under. It was within its cap then, which is not asked again. */
function rulesSigned({ origin, loan: { conventions } }: LoanRecord): DayRules {
  const { late, closedDays } = conventions
  const isCapKept = origin === 'consolidation-plan' && late.ratePpmMax !== undefined
  return { ppm: isCapKept ? late.ratePpmMax : NO_CAP_PPM, ...(closedDays && { closedDays }) }
}

const NO_CAP_PPM = 10_000_000n

/** What a conversion does to an old loan: it takes a bill of it over, or all that it owes. */
function closingAct({ name, day: on }: RecordedAct, { allocations }: Settlement): LoanAct {
  const amount = sum(allocations.map(({ parts }) => sumOfParts(parts)))
  if (name === 'join-loans') return { do: 'settle', on, amount }
  return { do: 'convert-bill', on, amount, n: allocations[0]?.n ?? 0 }
}

function recordOf({ stored }: Replay, loanNo: string): LoanRecord {
  const record = stored.get(loanNo)
  if (!record) throw new Error(`loan ${loanNo}: row missing`)
  return record
}

function pastIn({ loans }: Replay, loanNo: string): LoanPast {
  const replayed = loans.get(loanNo)
  if (replayed?.kind !== 'loan') throw new Error(`loan ${loanNo}: not opened by an earlier act`)
  return replayed.past
}

function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  const { kind }: Refusal = outcome.refusal
  throw new Error(`refused: ${kind}`)
}
