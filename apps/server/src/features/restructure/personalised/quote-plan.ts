import type { PlanQuote } from '@qingzhou/contract/features/restructure'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { sumOfParts } from '@qingzhou/domain/loans/loan'
import { product } from '@qingzhou/domain/product'
import { checkConsolidation } from '@qingzhou/domain/restructure/old-loan'
import { quotePlan as quote } from '@qingzhou/domain/restructure/consolidation-plan'
import { digestOf } from '#platform/canonical-json.ts'
import type { LoanRecord } from '#lending/index.ts'
import { quoteViewOf, costSheetView } from '#features/loans/index.ts'
import { loanOf } from '#features/repayment/index.ts'
import { orRefuse } from '#platform/refused.ts'

type Books = { readonly today: LocalDate; readonly loans: readonly LoanRecord[] }
type Choice = { readonly loanNos: readonly string[]; readonly months: number }

/** A quote without the document fields. */
export type QuotedPlan = Omit<PlanQuote, 'needsDocument' | 'hasDocument'>

/** Quotes a plan by the same domain function that books it. */
export function quotePlan({ today, loans }: Books, { loanNos, months }: Choice): QuotedPlan {
  const chosen = [...new Set(loanNos)].toSorted().map((loanNo) => loanOf({ loans }, loanNo))
  for (const kept of chosen) orRefuse(checkConsolidation(kept, today))
  const { newLoan, plan, cost, parts, saved, oldRatePpm } = orRefuse(
    quote(chosen, { months, today }),
  )
  const drawn = { plan, loan: newLoan, cost }
  const quoted = {
    loanNos: chosen.map(({ loanNo }) => loanNo),
    months,
    amount: sumOfParts(parts),
    parts: { ...parts },
    ...quoteViewOf(drawn),
    saved,
    oldRate: oldRatePpm,
    costSheet: costSheetView(drawn, { isShared: false }),
    validOn: today,
  }
  return { ...quoted, quoteId: digestOf(quoted).toString('base64url') }
}

/** Whether this number of instalments requires a hardship document. */
export function needsDocument(months: number): boolean {
  return months > product.personalisedPlan.monthsWithoutDocument
}
