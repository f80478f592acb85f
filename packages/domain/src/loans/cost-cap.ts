import type { LocalDate } from '#calendar/local-date.ts'
import { annualCost, type AnnualCost, type CashFlows } from '#loans/annual-cost.ts'
import { divide } from '#money/money.ts'
import { costCaps, type Lender } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/** A hundredth of a per cent: costs are shown, and compared, to two decimals. */
const SHOWN_PPM = 100n

/** The highest cost a lender may charge for a loan made on a day. [Y4] */
export function costCap(lender: Lender, caps: { on: LocalDate; rows?: typeof costCaps }): bigint {
  const { on, rows = costCaps } = caps
  const begun = rows.filter((row) => row.lender === lender && row.from <= on)
  const latest = begun.toSorted((left, right) => (left.from < right.from ? 1 : -1))[0]
  return latest?.annualCostPpmMax ?? 0n
}

/** The cost of a loan, unless it is more than the lender may charge. [Y4] */
export function checkCost(
  flows: CashFlows,
  loan: { lender: Lender; on: LocalDate },
): Outcome<AnnualCost> {
  const cost = annualCost(flows)
  const capPpm = costCap(loan.lender, { on: loan.on })
  if (divide(cost.simplePpm, SHOWN_PPM, 'half-up') * SHOWN_PPM > capPpm) {
    return refused({ kind: 'cost-above-cap', capPpm })
  }
  return granted(cost)
}
