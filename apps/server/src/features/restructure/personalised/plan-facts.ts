import { payoffOn } from '@qingzhou/domain/repayment/early-full'
import type {
  ConsolidationPlanFacts,
  QuoteConsolidationPlanFacts,
} from '#features/agreements/index.ts'
import type { Card } from '#features/cards/index.ts'
import type { LoanRecord } from '#lending/index.ts'
import { loanOf, readBills } from '#features/repayment/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { cardOf } from './plan-step.ts'
import { quotePlan, type QuotedPlan } from './quote-plan.ts'
import { requirePlan } from './save-contacts-and-card.ts'

/**
 * The facts for the agreements of a plan that is not signed yet; the signed agreements use the
 * same.
 */
export function planFacts(services: Services): QuoteConsolidationPlanFacts {
  return async ({ session: { customer } }, { planNo }) => {
    const plan = await requirePlan(services.database, services, { customer, planNo })
    const card = await cardOf(services.database, services, plan)
    if (!card) throw new Refused({ kind: 'plan-not-ready' })
    const { today, loans } = await readBills(services, customer)
    return factsOfPlan(quotePlan({ today, loans }, plan), { loans, card })
  }
}

export function factsOfPlan(
  quoted: QuotedPlan,
  { loans, card }: { readonly loans: readonly LoanRecord[]; readonly card: Card },
): ConsolidationPlanFacts {
  const { bankName, lastFour } = card
  return {
    from: quoted.loanNos.map((loanNo) => {
      const { loan } = loanOf({ loans }, loanNo)
      const owed = payoffOn(quoted.validOn, loan)
      return { loanNo, drawnOn: loan.start, drawn: loan.amount, owed }
    }),
    parts: quoted.parts,
    oldRatePpm: quoted.oldRate,
    saved: quoted.saved,
    card: { bankName, lastFour },
    amount: quoted.amount,
    months: quoted.months,
    annualRatePpm: quoted.annualRate,
    annualCostPpm: quoted.annualCost,
    plan: quoted.plan,
    totalInterest: quoted.totalInterest,
    totalAmount: quoted.totalAmount,
    costSheet: quoted.costSheet,
  }
}
