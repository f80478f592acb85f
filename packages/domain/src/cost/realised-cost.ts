import { daysBetween, type LocalDate } from '#calendar/local-date.ts'
import type { Instalment, Loan, PartName } from '#loans/loan.ts'
import { fen, lesser, subtract, ZERO, type Money } from '#money/money.ts'

/** The principal a borrower has had, in fen times days, and up to which day it is counted. */
export interface Exposure {
  readonly since: LocalDate
  readonly fenDays: bigint
  /** Penalty of earlier loans that this one took over: a debt, not a charge of this loan. */
  readonly penaltyTakenOver: Money
}

export function newExposure(start: LocalDate, penaltyTakenOver: Money = ZERO): Exposure {
  return { since: start, fenDays: 0n, penaltyTakenOver }
}

/** The loan with its exposure counted up to a day. Called before principal changes. [Y7] */
export function withExposureUntil<AnyLoan extends Loan>(today: LocalDate, loan: AnyLoan): AnyLoan {
  const { exposure } = loan
  if (!exposure || exposure.since >= today) return loan
  const days = { from: exposure.since, to: today }
  const fenDays = loan.instalments.reduce(
    (total, row) => total + fenDaysOf(row, { ...days, loan }),
    exposure.fenDays,
  )
  return { ...loan, exposure: { ...exposure, since: today, fenDays } }
}

/**
 * Principal that a coupon pays is outstanding until the coupon is used, or its due date; principal
 * that was converted, until its due date.
 */
function fenDaysOf(
  row: Instalment,
  { from, to, loan }: { from: LocalDate; to: LocalDate; loan: Loan },
): bigint {
  const { due, paid, waived, convertedPrincipal, dueDate } = row
  const unpaid = due.principal - paid.principal
  const bearing = loan.history.isCouponUsed ? unpaid - waived.principal : unpaid
  const middle = dueDate < from ? from : dueDate < to ? dueDate : to
  const before = BigInt(daysBetween({ from, to: middle }))
  const after = BigInt(daysBetween({ from: middle, to }))
  return (bearing + convertedPrincipal) * before + (unpaid - waived.principal) * after
}

const DAYS_PER_YEAR = 365n
const PARTS_PER_MILLION = 1_000_000n

/**
 * The most that a loan may charge by the day its exposure is counted to: the cap in force at
 * signing, over the principal and days of the loan. Undefined for a loan without a cap. [Y7]
 */
function chargesMax({ exposure, conventions }: Loan): Money | undefined {
  const { ratePpmMax } = conventions.late
  if (!exposure || ratePpmMax === undefined) return undefined
  return fen((ratePpmMax * exposure.fenDays) / (DAYS_PER_YEAR * PARTS_PER_MILLION))
}

/** The charges of a loan that ends, less what was waived or discounted. */
function chargesOf({ instalments, exposure }: Loan): bigint {
  let charges = 0n
  let penalty = 0n
  for (const { due, waived } of instalments) {
    charges += due.fee + due.interest - waived.fee - waived.interest - waived.principal
    penalty += due.penalty - waived.penalty
  }
  const takenOver = exposure?.penaltyTakenOver ?? ZERO
  return charges + (penalty > takenOver ? penalty - takenOver : 0n)
}

/** The order in which charges above the cap are dropped, the last instalment first. */
const dropped = ['penalty', 'fee', 'interest'] as const satisfies PartName[]

/** A loan that ends on the day its exposure is counted to, without what exceeds the cap. [Y7] */
export function withinCap(ended: Loan): Loan {
  const max = chargesMax(ended)
  if (max === undefined) return ended
  let excess = chargesOf(ended) - max
  if (excess <= 0n) return ended
  const instalments = ended.instalments.toReversed().map((row) => {
    let { due } = row
    for (const part of dropped) {
      const less = lesser(fen(excess > 0n ? excess : 0n), subtract(due[part], row.waived[part]))
      if (less <= 0n) continue
      excess -= less
      due = { ...due, [part]: subtract(due[part], less) }
    }
    return due === row.due ? row : { ...row, due }
  })
  return { ...ended, instalments: instalments.toReversed() }
}
