import { addDays, daysBetween, type LocalDate } from '#calendar/local-date.ts'
import {
  isOpen,
  openParts,
  sumOfParts,
  type Instalment,
  type Loan,
  type Parts,
} from '#loans/loan.ts'
import { subtract, sum, type Money } from '#money/money.ts'
import { billLoan } from '#repayment/early-repayment.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'

export type BillState = 'settled' | 'partly' | 'overdue' | 'due' | 'upcoming'

/** The amount due for an instalment on a day. */
export interface Bill {
  readonly n: number
  readonly dueDate: LocalDate
  /** The first day on which it can be paid as a bill; before that, payment is early repayment. */
  readonly payableFrom: LocalDate
  readonly state: BillState
  readonly daysOverdue: number
  readonly due: Parts
  readonly paid: Parts
  readonly waived: Parts
  readonly open: Parts
  readonly amount: Money
}

/** Every instalment on a day, with penalty up to that day. [R11] */
export function billsOf(loan: Loan, today: LocalDate): Bill[] {
  return billLoan(today, loan).instalments.map((instalment) => billOf(instalment, today))
}

/** The penalty of one more overdue day: penalty up to tomorrow, less penalty up to today. [R11] */
export function penaltyOfADay(loan: Loan, today: LocalDate): Money {
  return subtract(penaltyUntil(addDays(today, 1), loan), penaltyUntil(today, loan))
}

function penaltyUntil(day: LocalDate, loan: Loan): Money {
  const { instalments } = withPenaltyUntil(day, loan)
  return sum(instalments.map((instalment) => openParts(instalment).penalty))
}

function billOf(instalment: Instalment, today: LocalDate): Bill {
  const { n, dueDate, due, paid, waived } = instalment
  const open = openParts(instalment)
  const isLate = isOpen(instalment) && dueDate < today
  return {
    n,
    dueDate,
    payableFrom: instalment.period.from,
    due,
    paid,
    waived,
    open,
    state: stateOf(instalment, today),
    daysOverdue: isLate ? daysBetween({ from: dueDate, to: today }) : 0,
    amount: sumOfParts(open),
  }
}

function stateOf(instalment: Instalment, today: LocalDate): BillState {
  if (!isOpen(instalment)) return 'settled'
  if (instalment.dueDate < today) return 'overdue'
  if (instalment.dueDate === today) return 'due'
  return sumOfParts(instalment.paid) > 0n ? 'partly' : 'upcoming'
}
