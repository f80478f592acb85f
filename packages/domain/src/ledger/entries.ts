import { assert } from '#assert.ts'
import type { LocalDate } from '#calendar/local-date.ts'
import { noTotals, totalsOf, type Totals } from '#ledger/position.ts'
import { lessParts, noParts, partNames, type Loan, type PartName, type Parts } from '#loans/loan.ts'
import { ZERO, subtract, type Money } from '#money/money.ts'

/** Each part of a loan is a receivable account; the other accounts belong to the lender. [G1] */
export type Account =
  | PartName
  | 'bank'
  | 'clearing'
  | 'conversion'
  | 'interest-income'
  | 'penalty-income'
  | 'fee-income'
  | 'waived'
  | 'coupon-cost'
  | 'refunds-payable'

/**
 * One amount from the credited to the debited account: every entry balances by construction. [G1]
 */
export interface Entry {
  readonly debit: Account
  readonly credit: Account
  readonly amount: Money
}

/** Events that change a loan. */
export type LoanEvent =
  | 'draw'
  | 'payment'
  | 'early-full'
  | 'early-part'
  | 'reversal'
  | 'waiver'
  | 'delay'
  | 'relief'
  | 'rate-cut'
  | 'conversion'
  | 'break'
  | 'return'

export interface Step {
  readonly event: LoanEvent
  /** Undefined when the step opens the loan. */
  readonly before: Loan | undefined
  readonly after: Loan
  readonly today: LocalDate
  readonly overpaid?: Money
  /** For a reversed loan: the waived parts, without coupon discounts. */
  readonly waivedAmounts?: Parts
}

/**
 * The entries of a step: the changes in what was charged, waived and paid. [G4, G5, G6, G10]
 *
 * Earlier days are already posted, so both states are compared on the same day.
 */
export function entriesOf(step: Step): Entry[] {
  const { event, before, after, today, overpaid = ZERO, waivedAmounts = noParts } = step
  const was = before ? totalsOf(before, today) : noTotals
  const is = totalsOf(after, today)
  assert(
    !before || was.charged.principal === is.charged.principal,
    'only opening a loan brings principal',
  )
  const money = event === 'conversion' ? 'conversion' : 'clearing'
  // A coupon discounts neither fee nor penalty.
  const isWaiver = event === 'waiver' || !after.coupon
  const lossOf = (part: PartName) =>
    isWaiver || part === 'fee' || part === 'penalty' ? 'waived' : 'coupon-cost'
  const sources = { ...income, principal: money } as const
  // The amounts a new loan takes over were already income of the old loans.
  const isTakenOver = !before && event === 'conversion'
  const charged = changes({ was, is, of: 'charged' }, (part) => ({
    debit: part,
    credit: isTakenOver ? money : sources[part],
  }))
  const settled = [
    ...waiverReversals(waivedAmounts),
    ...changes({ was: withoutWaived(was, waivedAmounts), is, of: 'waived' }, (part) => ({
      debit: lossOf(part),
      credit: part,
    })),
    ...changes({ was, is, of: 'paid' }, (part) => ({ debit: money, credit: part })),
    ...entriesBetween(overpaid, { debit: money, credit: 'refunds-payable' }),
  ]
  // Entries that raise the debt come first, so that no balance is negative between two entries.
  const entries = [...charged, ...settled]
  return [...entries.filter(raisesDebt), ...entries.filter((entry) => !raisesDebt(entry))]
}

function raisesDebt({ debit }: Entry): boolean {
  return partNames.some((part) => part === debit)
}

/** Reverses the waivers of a loan. [H1] */
function waiverReversals(waivedAmounts: Parts): Entry[] {
  return partNames.flatMap((part) =>
    entriesBetween(waivedAmounts[part], { debit: part, credit: 'waived' }),
  )
}

function withoutWaived(totals: Totals, waivedAmounts: Parts): Totals {
  return { ...totals, waived: lessParts(totals.waived, waivedAmounts) }
}

/** The entries of elapsed days: earned interest and fees, and accrued penalty. [G4] */
export function accrualEntries(loan: Loan, days: { from: LocalDate; to: LocalDate }): Entry[] {
  const was = totalsOf(loan, days.from)
  const is = totalsOf(loan, days.to)
  const sources = { ...income, principal: 'clearing' } as const
  return changes({ was, is, of: 'charged' }, (part) => ({ debit: part, credit: sources[part] }))
}

/** The entries of the refund of an overpayment. [G7] */
export function refundEntries(amount: Money): Entry[] {
  return entriesBetween(amount, { debit: 'refunds-payable', credit: 'clearing' })
}

/** The entries of a transfer that the bank has confirmed. [G9] */
export function transferEntries(transfer: { direction: 'in' | 'out'; amount: Money }): Entry[] {
  const arrived = entriesBetween(transfer.amount, { debit: 'bank', credit: 'clearing' })
  return transfer.direction === 'in' ? arrived : arrived.map(reverseEntry)
}

/** The reversing entry of an entry. [G8] */
export function reverseEntry({ debit, credit, amount }: Entry): Entry {
  return { debit: credit, credit: debit, amount }
}

type Route = Pick<Entry, 'debit' | 'credit'>

const income = {
  fee: 'fee-income',
  penalty: 'penalty-income',
  interest: 'interest-income',
} as const

function changes(
  totals: { was: Totals; is: Totals; of: keyof Totals },
  route: (part: PartName) => Route,
): Entry[] {
  const { was, is, of } = totals
  return partNames.flatMap((part) =>
    entriesBetween(subtract(is[of][part], was[of][part]), route(part)),
  )
}

/** A negative amount swaps debit and credit; zero gives no entry. */
function entriesBetween(amount: Money, { debit, credit }: Route): Entry[] {
  if (amount === 0n) return []
  return amount > 0n
    ? [{ debit, credit, amount }]
    : [{ debit: credit, credit: debit, amount: subtract(ZERO, amount) }]
}
