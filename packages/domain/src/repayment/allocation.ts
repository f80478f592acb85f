import type { LocalDate } from '#calendar/local-date.ts'
import {
  addParts,
  daysOverdue,
  noParts,
  openParts,
  partNames,
  sumOfParts,
  type Instalment,
  type Loan,
  type PartName,
  type Parts,
} from '#loans/loan.ts'
import { lesser, subtract, type Money } from '#money/money.ts'

/** What a payment settled of one instalment. */
export interface Allocation {
  readonly n: number
  readonly parts: Parts
}

/** A payment shared out: the loan after it, where every fen went, and what was too much. */
export interface Settlement {
  readonly loan: Loan
  readonly allocations: readonly Allocation[]
  readonly overpaid: Money
}

/** Shares a payment out, the oldest instalment first, over those that a test lets through. [R4] */
export function allocate(
  loan: Loan,
  payment: { amount: Money; today: LocalDate; takes: (instalment: Instalment) => boolean },
): Settlement {
  const { amount, today, takes } = payment
  const order = allocationOrder(loan, today)
  const allocations: Allocation[] = []
  let left = amount

  const instalments = loan.instalments.map((instalment) => {
    if (!takes(instalment)) return instalment
    const parts = settle(openParts(instalment), { amount: left, order })
    const total = sumOfParts(parts)
    if (total === 0n) return instalment

    left = subtract(left, total)
    allocations.push({ n: instalment.n, parts })
    return { ...instalment, paid: addParts(instalment.paid, parts) }
  })
  return { loan: { ...loan, instalments }, allocations, overpaid: left }
}

/** Fees, penalty, interest, principal; turned round for a loan that is very late. [R4, R5] */
function allocationOrder(loan: Loan, today: LocalDate): readonly PartName[] {
  const { principalFirstAfterDays } = loan.conventions.late
  return daysOverdue(loan, today) > principalFirstAfterDays ? partNames.toReversed() : partNames
}

function settle(open: Parts, payment: { amount: Money; order: readonly PartName[] }): Parts {
  let left = payment.amount
  let parts = noParts
  for (const name of payment.order) {
    const taken = lesser(left, open[name])
    left = subtract(left, taken)
    parts = { ...parts, [name]: taken }
  }
  return parts
}
