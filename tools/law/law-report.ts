import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { costCap } from '@qingzhou/domain/cost/cost-cap'
import { datedGaps } from '@qingzhou/domain/dated/check-dated-rows'
import type { DatedRow } from '@qingzhou/domain/dated/dated-rows'
import { lawInForce } from '@qingzhou/domain/law/law'
import { displayRate } from '@qingzhou/domain/money/rate'
import { conventions, lenderKinds, product, type LenderKind } from '@qingzhou/domain/product'
import { readDatedRows } from '@qingzhou/lending/index'
import type { Queryable } from '@qingzhou/platform/database/database'
import { countOpenLoansByRate } from './law-report-store.ts'

export type LawReport = { readonly facts: readonly string[]; readonly breaks: readonly string[] }

/**
 * What would break a rule of law on a day: grades of a lender, and open loans. A loan keeps the cap of
 * the day on which it was signed, so an open loan above a later cap is listed as a fact.
 */
export async function reportLaw(
  db: Queryable,
  { kind, on }: { readonly kind: LenderKind; readonly on: LocalDate },
): Promise<LawReport> {
  const dated = await readDatedRows(db)
  const { ppm, law = 'own-cap' } = costCap(kind, { on, dated })
  const inForce = lawInForce(kind, { on }).map(([id]) => id)
  const grades = Object.entries(product.gradeRatesPpm)
    .filter(([, ratePpm]) => ratePpm > ppm)
    .map(
      ([grade, ratePpm]) =>
        `grade ${grade}: ${displayRate(ratePpm)} is above ${displayRate(ppm)} (${law})`,
    )
  const loans = (await countOpenLoansByRate(db)).flatMap((group) =>
    openLoansAbove(group, { on, dated }),
  )
  return {
    facts: [
      `${kind} on ${on}: cost cap ${displayRate(ppm)} (${law})`,
      `in force: ${inForce.join(', ')}`,
      ...loans,
    ],
    breaks: [...grades, ...productBreaks(kind, on), ...datedGaps(dated, on)],
  }
}

/** What the product does otherwise than an entry in force on the day asks, by the id of the entry. */
function productBreaks(kind: LenderKind, on: LocalDate): string[] {
  return lawInForce(kind, { on }).flatMap(([id, entry]) => {
    const { lateRatePercentMax, retentionYearsMin, collectionHours, returnDaysMin } = entry
    const { ratePercent } = conventions.late
    const { collectionHours: own, retention, mall } = product
    const found = [
      lateRatePercentMax !== undefined &&
        ratePercent > lateRatePercentMax &&
        `the late rate of ${ratePercent} % is above ${lateRatePercentMax} %`,
      retentionYearsMin !== undefined &&
        retention.years < retentionYearsMin &&
        `data is retained for ${retention.years} years, not ${retentionYearsMin}`,
      collectionHours !== undefined &&
        (own.from < collectionHours.from || own.until > collectionHours.until) &&
        `overdue messages from ${own.from}:00 to ${own.until}:00`,
      returnDaysMin !== undefined &&
        mall.returnDays < returnDaysMin &&
        `goods can be returned for ${mall.returnDays} days, not ${returnDaysMin}`,
    ]
    return found.flatMap((text) => (text ? [`product: ${text} (${id})`] : []))
  })
}

function openLoansAbove(
  { lender, annualRatePpm, loans }: Awaited<ReturnType<typeof countOpenLoansByRate>>[number],
  day: { readonly on: LocalDate; readonly dated: readonly DatedRow[] },
): string[] {
  const kind = lenderKinds.find((one) => one === lender)
  if (!kind) return []
  const { ppm, law = 'own-cap' } = costCap(kind, day)
  if (annualRatePpm <= ppm) return []
  const rates = `${displayRate(annualRatePpm)} is above ${displayRate(ppm)} (${law})`
  return [`${loans} open loans of ${lender} at ${rates}, signed before`]
}
