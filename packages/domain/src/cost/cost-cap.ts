import type { LocalDate } from '#calendar/local-date.ts'
import { lawInForce, type CapFormula, type LawId } from '#law/law.ts'
import { lprRows, conventions, product, type LenderKind } from '#product.ts'
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

/** The highest cost a lender may charge for a loan made on a day, and the law that says so. [Y4] */
export type CostCap = {
  readonly ppm: bigint
  /** Absent where the lender's own cap is lower than that of every law. */
  readonly law?: LawId
}

export function costCap(lender: LenderKind, { on }: { on: LocalDate }): CostCap {
  const own: CostCap = { ppm: product.annualCostPpmMax }
  const caps = lawInForce(lender, { on }).flatMap(([law, { cap }]) =>
    cap ? [{ ppm: capOn(on, cap), law }] : [],
  )
  return caps.reduce((lowest, cap) => (cap.ppm <= lowest.ppm ? cap : lowest), own)
}

function capOn(day: LocalDate, cap: CapFormula): bigint {
  return 'ppm' in cap ? cap.ppm : cap.primeRateTimes * lprOn(day).annualRatePpm
}

/** The conventions of a lender's agreements on a day; the late rate never exceeds the cap. [R1] */
export function conventionsOf(lender: LenderKind, { on }: { on: LocalDate }): Conventions {
  return { ...conventions, late: { ...conventions.late, ratePpmMax: costCap(lender, { on }).ppm } }
}

/** The cost of a loan; refused when it exceeds the lender's cap. [Y4] */
export function checkCost(
  flows: CashFlows,
  loan: { lender: LenderKind; on: LocalDate },
): Outcome<AnnualCost> {
  const cost = annualCost(flows)
  const { ppm: capPpm, law } = costCap(loan.lender, { on: loan.on })
  if (costsMoreThan(capPpm, flows)) {
    return refused({ kind: 'cost-above-cap', capPpm, law })
  }
  return granted(cost)
}
