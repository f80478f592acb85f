import { withAct } from '#acts/past.ts'
import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { conventionsUnder } from '#cost/cost-cap.ts'
import { entriesOf } from '#ledger/entries.ts'
import { isSettled, sumOfParts, type Loan } from '#loans/loan.ts'
import { reverseLoan } from '#mall/reversal.ts'
import { add, fen, sum } from '#money/money.ts'
import { defaultProductNo, mallProductNo } from '#product.ts'
import { dueOn } from '#repayment/repay.ts'
import { quoteBillConversion } from '#restructure/bill-conversion.ts'
import { quotePlan, type OldLoan } from '#restructure/consolidation-plan.ts'
import type { Settlement } from '#repayment/allocation.ts'
import { checkReturned, waivedAmountsOf } from '#testing/laws.ts'
import { conventionsFor, fail, open, type Life, type TrackedLoan } from '#testing/life.ts'
import { dayOf } from '#testing/reference/days.ts'
import { createReference, type ReferenceAct } from '#testing/reference/reference.ts'
import { type Day } from './reference/days.ts'
import { type AgreedTerms, type Amounts, type Conventions } from './reference/state.ts'

const NEW_PLAN = { method: 'equal-instalments', fee: 0n, isFeeOnce: false } as const

function oldLoanOf({ past, origin }: TrackedLoan): OldLoan {
  const product = defaultProductNo
  return { loan: past.loan, origin, product, lender: 'consumer-finance', returnAskedOn: undefined }
}

/** Closes a loan, or a bill of it, against a new one. */
function takeOver(
  life: Life,
  lived: TrackedLoan,
  of: { settlement: Settlement; doing: 'settle' | { n: number } },
): void {
  const { loan, overpaid, allocations } = of.settlement
  const { past } = lived
  const amount = sum(allocations.map((one) => sumOfParts(one.parts)))
  const step = { event: 'conversion', before: past.loan, after: loan, today: life.today } as const
  lived.entries.push(...entriesOf({ ...step, overpaid }))
  const on = life.today
  const act =
    of.doing === 'settle'
      ? ({ do: 'settle', on, amount } as const)
      : ({ do: 'convert-bill', on, amount, ...of.doing } as const)
  lived.past = withAct(past, act, of.settlement)
  lived.isElsewhere = true
  lived.received = add(lived.received, amount)
  lived.overpaid = add(lived.overpaid, overpaid)
  life.events.push('conversion')
  life.log.push(`  ${amount} taken over, back ${overpaid}`)
  const expected = lived.reference.act(act satisfies ReferenceAct, on)
  if (expected !== overpaid) fail(life, `law 4: ${overpaid} goes back, not ${expected}`)
}

/** Spreads the next bill of a loan over months. */
export function convertBill(life: Life, lived: TrackedLoan, months: number): void {
  const { today, rules } = life
  if (isSettled(lived.past.loan)) return
  const quote = quoteBillConversion(oldLoanOf(lived), { months, today, rules })
  if (!quote.ok) return
  const { settled, newLoan, bill } = quote.value
  const [settlement] = settled
  if (!settlement) return
  const start = dayOf(bill.dueDate)
  takeOver(life, lived, { settlement, doing: { n: bill.n } })
  const { closedDays } = conventionsFor(conventionsUnder(rules))
  const conventions = { ...conventionsFor(newLoan.conventions), closedDays }
  const ratePpm = lived.reference.ratePpm()
  const { amount } = newLoan
  const isLast = isSettled(lived.past.loan)
  if (isLast) lived.earnsUntil = bill.dueDate
  const unearned = isLast && { unearned: lived.reference.unearned(bill.n) }
  const taken = { ratePpm, amount, signedOn: dayOf(today), ...unearned }
  const terms = convertedBill(taken, { ...conventions, start, months })
  const reference = createReference(terms)
  open(life, { loan: newLoan, origin: 'bill-conversion', reference, takenOver: amount })
}

/** Consolidates all eligible overdue loans into one plan. */
export function consolidate(life: Life, months: number): void {
  const { today, rules } = life
  const late = life.loans.filter(
    ({ past, origin }) => origin !== 'consolidation-plan' && isLate(past.loan, today),
  )
  const quote = quotePlan(late.map(oldLoanOf), { months, today, rules })
  if (!quote.ok) return
  const { settled, newLoan, parts } = quote.value
  const old = late.map(({ reference }) => ({
    ratePpm: reference.ratePpm(),
    taken: reference.takenOver(today),
  }))
  for (const [index, lived] of late.entries()) {
    const settlement = settled[index]
    if (settlement) takeOver(life, lived, { settlement, doing: 'settle' })
  }
  const conventions = conventionsFor(conventionsUnder(rules))
  const terms = consolidateDebt(old, { ...conventions, start: dayOf(today), months })
  const takenOver = fen(terms.amount + (terms.penalty ?? 0n))
  if (sumOfParts(parts) !== takenOver) {
    fail(life, `law 7: ${sumOfParts(parts)} is taken over, not ${takenOver}`)
  }
  const reference = createReference(terms)
  open(life, { loan: newLoan, origin: 'consolidation-plan', reference, takenOver })
}

function isLate(loan: Loan, today: LocalDate): boolean {
  return !isSettled(loan) && dueOn(addDays(today, -1), loan) > 0n
}

/** The goods of a loan go back. */
export function returnGoods(life: Life, lived: TrackedLoan): void {
  const { past, origin, isElsewhere, reversedOn } = lived
  const { loan } = past
  const outcome = reverseLoan({ loan, origin, product: mallProductNo, reversedOn, isElsewhere })
  if (!outcome.ok) return
  const { loan: after, paidBack } = outcome.value
  const waivedAmounts = waivedAmountsOf(lived)
  const step = { event: 'return', before: loan, after, today: life.today } as const
  lived.entries.push(...entriesOf({ ...step, overpaid: paidBack, waivedAmounts }))
  lived.past = { ...past, loan: after }
  lived.reversedOn = life.today
  life.events.push('return')
  const expected = lived.reference.act({ do: 'return', on: life.today }, life.today)
  if (expected !== paidBack) fail(life, `law 4: ${paidBack} goes back, not ${expected}`)
  checkReturned(life, lived, paidBack)
}

type Plan = Conventions & { readonly start: Day; readonly months: number }

/** The plan that joins late loans: 60 % of the lowest rate, rounded down to a hundredth of a per cent. [N1, N2] */
function consolidateDebt(
  old: readonly { ratePpm: bigint; taken: Amounts }[],
  plan: Plan,
): AgreedTerms {
  const rates = old.map(({ ratePpm }) => ratePpm)
  const lowest = rates.reduce((least, rate) => (rate < least ? rate : least))
  const all = (amount: (taken: Amounts) => bigint) =>
    old.reduce((sum, { taken }) => sum + amount(taken), 0n)
  return {
    ...NEW_PLAN,
    ...plan,
    amount: all(({ fee, interest, principal }) => fee + interest + principal),
    penalty: all(({ penalty }) => penalty),
    ratePpm: ((lowest * 60n) / 10_000n) * 100n,
  }
}

/** The loan that a bill becomes: at the rate of its loan, from its due date on. [N3] */
function convertedBill(
  bill: Pick<AgreedTerms, 'ratePpm' | 'amount' | 'signedOn' | 'unearned'>,
  plan: Plan,
): AgreedTerms {
  return { ...NEW_PLAN, ...plan, ...bill }
}
