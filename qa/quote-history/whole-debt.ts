import { specimenRules } from '@qingzhou/domain/specimen'
import { withAct } from '@qingzhou/domain/acts/past'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import type { Entry } from '@qingzhou/domain/ledger/entries'
import {
  isSettled,
  sumOfParts,
  type Loan,
  type PartName,
  type Parts,
} from '@qingzhou/domain/loans/loan'
import { fen, greater, lesser, subtract, sum, ZERO } from '@qingzhou/domain/money/money'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { quotePlan } from '@qingzhou/domain/restructure/consolidation-plan'
import { oldLoanOf, type Change, type HeldLoan } from './operate.ts'
import type { Operation } from './read-history.ts'

/**
 * Distributes an operation over several loans, oldest first. After a bill conversion a payment goes
 * to the old loan first, and operations on the whole debt apply to both.
 */
export function shareOut(loans: readonly Loan[], operation: Operation): Operation[] {
  if (operation.do !== 'pay') return loans.map(() => operation)
  let left = operation.amount
  return loans.map((loan, index) => {
    const due = dueOn(operation.on, loan)
    const isLast = index === loans.length - 1
    const amount = isLast ? left : lesser(left, due)
    left = greater(subtract(left, amount), fen(0n))
    return { ...operation, amount }
  })
}

/** What a waiver gave up of a loan, part by part, from its entries. */
export function waivedAmountsOf(entries: readonly Entry[]): Parts {
  const ofPart = (part: PartName) =>
    sum(
      entries.map(({ debit, credit, amount }) => {
        if (debit === 'waived' && credit === part) return amount
        return credit === 'waived' && debit === part ? subtract(ZERO, amount) : ZERO
      }),
    )
  return {
    fee: ofPart('fee'),
    penalty: ofPart('penalty'),
    interest: ofPart('interest'),
    principal: ofPart('principal'),
  }
}

/** Joins all late loans into one plan, which is opened with the last of them; or why not. */
export function consolidate(
  loans: readonly HeldLoan[],
  { on: today, months }: Operation & { readonly do: 'consolidate' },
): (Change | undefined)[] | string {
  const late = loans.filter(
    ({ past, origin }) =>
      origin !== 'consolidation-plan' &&
      !isSettled(past.loan) &&
      dueOn(addDays(today, -1), past.loan) > 0n,
  )
  const quote = quotePlan(late.map(oldLoanOf), { months, today, rules: specimenRules })
  if (!quote.ok) return quote.refusal.kind
  const { settled, newLoan } = quote.value
  return loans.map((held) => {
    const settlement = settled[late.indexOf(held)]
    if (!settlement) return undefined
    const { overpaid, allocations } = settlement
    const amount = sum(allocations.map((one) => sumOfParts(one.parts)))
    const past = withAct(held.past, { do: 'settle', on: today, amount }, settlement)
    const paid = subtract(ZERO, overpaid)
    const isLast = held === late.at(-1)
    const opened = isLast && { opened: { loan: newLoan, origin: 'consolidation-plan' as const } }
    return { past, event: 'conversion', paid, overpaid, ...opened }
  })
}
