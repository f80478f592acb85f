import type { LocalDate } from '#calendar/local-date.ts'
import { lprRows, conventions, costCaps, type LenderKind } from '#product.ts'
import { assert } from '#assert.ts'
import { annualCost, costsMoreThan, type AnnualCost, type CashFlows } from './annual-cost.ts'
import type { Conventions } from '#loans/terms.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

interface Lpr {
  /** The day it was published. */
  readonly from: LocalDate
  readonly annualRatePpm: bigint
}

/** The loan prime rate of a day: the last one published by then. [Y6] */
export function lprOn(today: LocalDate, rows: readonly Lpr[] = lprRows): Lpr {
  const latest = rows
    .filter((row) => row.from <= today)
    .toSorted((left, right) => (left.from < right.from ? 1 : -1))[0]
  assert(latest !== undefined, 'the table begins before the first loan')
  return latest
}

/** The highest cost a lender may charge for a loan made on a day. [Y4] */
export function costCap(
  lender: LenderKind,
  caps: { on: LocalDate; rows?: typeof costCaps },
): bigint {
  const { on, rows = costCaps } = caps
  const begun = rows.filter((row) => row.lender === lender && row.from <= on)
  const latest = begun.toSorted((left, right) => (left.from < right.from ? 1 : -1))[0]
  return latest?.annualCostPpmMax ?? 0n
}

/** The conventions of a lender's agreements on a day; the late rate never exceeds the cap. [R1] */
export function conventionsOf(lender: LenderKind, { on }: { on: LocalDate }): Conventions {
  return { ...conventions, late: { ...conventions.late, ratePpmMax: costCap(lender, { on }) } }
}

/** The cost of a loan; refused when it exceeds the lender's cap. [Y4] */
export function checkCost(
  flows: CashFlows,
  loan: { lender: LenderKind; on: LocalDate },
): Outcome<AnnualCost> {
  const cost = annualCost(flows)
  const capPpm = costCap(loan.lender, { on: loan.on })
  if (costsMoreThan(capPpm, flows)) {
    return refused({ kind: 'cost-above-cap', capPpm })
  }
  return granted(cost)
}
