import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { annualCost, flowsOfLoan } from '@qingzhou/domain/cost/annual-cost'
import { costCap, dayRules } from '@qingzhou/domain/cost/cost-cap'
import { loanOfDraw } from '@qingzhou/domain/draws/draw-request'
import { datedGaps } from '@qingzhou/domain/dated/check-dated-rows'
import type { DatedRow } from '@qingzhou/domain/dated/dated-rows'
import { refusalRules } from '@qingzhou/domain/credit/policy'
import { lawInForce } from '@qingzhou/domain/law/law'
import { listLawBreaks } from '@qingzhou/domain/law/law-breaks'
import { displayRate } from '@qingzhou/domain/money/rate'
import { conventions, lenderKinds, product, type LenderKind } from '@qingzhou/domain/product'
import { readDatedRows } from '@qingzhou/lending/index'
import type { Queryable } from '@qingzhou/platform/database/database'
import { countOpenLoansByCost, type OpenLoans } from './law-report-store.ts'

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
  const loans = (await countOpenLoansByCost(db)).flatMap((group) =>
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
  const practice = {
    lateRatePercent: conventions.late.ratePercent,
    retentionYears: product.retention.years,
    collectionHours: product.collectionHours,
    sendingHours: product.campaigns.sendingHours,
    returnDays: product.mall.returnDays,
    bureauNoticeDays: product.bureau.noticeDays,
    ageMin: product.age.min,
    lendsToStudents: !refusalRules.includes('full-time-student'),
  }
  return listLawBreaks(practice, { kind, on }).map(({ law, says }) => `product: ${says} (${law})`)
}

function openLoansAbove(
  group: OpenLoans,
  day: { readonly on: LocalDate; readonly dated: readonly DatedRow[] },
): string[] {
  const kind = lenderKinds.find((one) => one === group.lender)
  if (!kind) return []
  const { ppm, law = 'own-cap' } = costCap(kind, day)
  const costPpm = allInCost(group, { kind, dated: day.dated })
  if (costPpm <= ppm) return []
  const { loans, lender } = group
  const rates = `${displayRate(costPpm)} is above ${displayRate(ppm)} (${law})`
  return [`${loans} open loans of ${lender} at ${rates}, signed before`]
}

/** The annualised cost with the fees of a loan, as it was agreed. Without a fee, it is the rate. */
function allInCost(
  { annualRatePpm, withFee }: OpenLoans,
  { kind, dated }: { readonly kind: LenderKind; readonly dated: readonly DatedRow[] },
): bigint {
  if (!withFee) return annualRatePpm
  const rules = dayRules(kind, { on: withFee.start, dated })
  const loan = loanOfDraw({ ...withFee, annualRatePpm, rules })
  if (!loan.ok) throw new Error(`terms of an open loan refused: ${loan.refusal.kind}`)
  return annualCost(flowsOfLoan(loan.value)).simplePpm
}
