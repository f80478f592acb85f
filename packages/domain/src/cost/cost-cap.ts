import { assert } from '#assert.ts'
import type { LocalDate } from '#calendar/local-date.ts'
import { closedDaysOn, datedRowOn, type DatedRow } from '#dated/dated-rows.ts'
import { lawInForce, type LawId } from '#law/law.ts'
import type { CapFormula } from '#law/law-entry.ts'
import { conventions, type LenderKind } from '#product.ts'
import { annualCost, costsMoreThan, type AnnualCost, type CashFlows } from './annual-cost.ts'
import type { Conventions } from '#loans/terms.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/** A day, and what is recorded by day. */
type OnDay = { readonly on: LocalDate; readonly dated: readonly DatedRow[] }

/** The one-year loan prime rate of a day: the last one published by then. [Y6] */
export function lprOn({ on, dated }: OnDay): {
  /** The day it was published. */
  readonly from: LocalDate
  readonly annualRatePpm: bigint
} {
  const latest = datedRowOn(dated, 'prime-rate', on)
  assert(latest !== undefined, 'the table begins before the first loan')
  return { from: latest.day, annualRatePpm: latest.value }
}

/** The highest cost a lender may charge for a loan made on a day, and the law that says so. [Y4] */
export type CostCap = {
  readonly ppm: bigint
  /** Absent where the lender's own cap is lower than that of every law. */
  readonly law?: LawId
}

export function costCap(lender: LenderKind, { on, dated }: OnDay): CostCap {
  const own = datedRowOn(dated, 'cost-cap', on)
  assert(own !== undefined, 'the table begins before the first loan')
  return lawCaps(lender, { on, dated }).reduce<CostCap>(
    (lowest, cap) => (cap.ppm <= lowest.ppm ? cap : lowest),
    { ppm: own.value },
  )
}

/** The caps that the law sets for a lender on a day. [Y4] */
export function lawCaps(lender: LenderKind, { on, dated }: OnDay): Required<CostCap>[] {
  return lawInForce(lender, { on }).flatMap(([law, { cap }]) =>
    cap ? [{ ppm: capOn(cap, { on, dated }), law }] : [],
  )
}

function capOn(cap: CapFormula, day: OnDay): bigint {
  return 'ppm' in cap ? cap.ppm : cap.primeRateTimes * lprOn(day).annualRatePpm
}

/** What a loan of a day is agreed under: the cap, and the days on which nothing of it falls due. */
export type DayRules = CostCap & { readonly closedDays?: readonly LocalDate[] | undefined }

export function dayRules(lender: LenderKind, { on, dated }: OnDay): DayRules {
  const closedDays = closedDaysOn(dated, on)
  return { ...costCap(lender, { on, dated }), ...(closedDays && { closedDays }) }
}

/** The conventions of a lender's agreements; the late rate never exceeds the cap. [R1, C10] */
export function conventionsUnder({ ppm, closedDays }: DayRules): Conventions {
  const late = { ...conventions.late, ratePpmMax: ppm }
  return { ...conventions, late, ...(closedDays && { closedDays }) }
}

/** The cost of a loan; refused when it exceeds the lender's cap. [Y4] */
export function checkCost(flows: CashFlows, { ppm: capPpm, law }: CostCap): Outcome<AnnualCost> {
  const cost = annualCost(flows)
  if (costsMoreThan(capPpm, flows)) {
    return refused({ kind: 'cost-above-cap', capPpm, law })
  }
  return granted(cost)
}
