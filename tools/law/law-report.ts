import { addMonths, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { costCap } from '@qingzhou/domain/cost/cost-cap'
import { lawInForce } from '@qingzhou/domain/law/law'
import { displayRate } from '@qingzhou/domain/money/rate'
import { lenderKinds, lprRows, product, type LenderKind } from '@qingzhou/domain/product'
import type { Queryable } from '@qingzhou/platform/database/database'
import { countOpenLoansByRate } from './law-report-store.ts'

export type LawReport = { readonly facts: readonly string[]; readonly breaks: readonly string[] }

/** The prime rate is published every month: a table without a row for longer may lack one. */
const PRIME_RATE_ROW_MONTHS_MAX = 12

/**
 * What would break a rule of law on a day: grades of a lender, and open loans. A loan keeps the cap of
 * the day on which it was signed, so an open loan above a later cap is listed as a fact.
 */
export async function reportLaw(
  db: Queryable,
  { kind, on }: { readonly kind: LenderKind; readonly on: LocalDate },
): Promise<LawReport> {
  const { ppm, law = 'own-cap' } = costCap(kind, { on })
  const inForce = lawInForce(kind, { on }).map(([id]) => id)
  const grades = Object.entries(product.gradeRatesPpm)
    .filter(([, ratePpm]) => ratePpm > ppm)
    .map(
      ([grade, ratePpm]) =>
        `grade ${grade}: ${displayRate(ratePpm)} is above ${displayRate(ppm)} (${law})`,
    )
  const loans = (await countOpenLoansByRate(db)).flatMap((group) => openLoansAbove(group, on))
  return {
    facts: [
      `${kind} on ${on}: cost cap ${displayRate(ppm)} (${law})`,
      `in force: ${inForce.join(', ')}`,
      ...loans,
    ],
    breaks: [...grades, ...primeRateGaps(on)],
  }
}

function openLoansAbove(
  { lender, annualRatePpm, loans }: Awaited<ReturnType<typeof countOpenLoansByRate>>[number],
  on: LocalDate,
): string[] {
  const kind = lenderKinds.find((one) => one === lender)
  if (!kind) return []
  const { ppm, law = 'own-cap' } = costCap(kind, { on })
  if (annualRatePpm <= ppm) return []
  const rates = `${displayRate(annualRatePpm)} is above ${displayRate(ppm)} (${law})`
  return [`${loans} open loans of ${lender} at ${rates}, signed before`]
}

function primeRateGaps(on: LocalDate): string[] {
  const newest = lprRows.reduce(
    (latest, { from }) => (from > latest ? from : latest),
    lprRows[0]?.from ?? on,
  )
  if (addMonths(newest, PRIME_RATE_ROW_MONTHS_MAX) >= on) return []
  return [
    `prime rate: the newest row is of ${newest}, more than ${PRIME_RATE_ROW_MONTHS_MAX} months before ${on}`,
  ]
}
