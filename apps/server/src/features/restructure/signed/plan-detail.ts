import type { PlanDetail } from '@qingzhou/contract/restructure'
import type { CustomerNo } from '#platform/customer-no.ts'
import { agreementsOfLoan } from '#features/agreements/index.ts'
import { boundCardOf, findCard } from '#features/cards/index.ts'
import { instalmentsOf, loanOf, readBills } from '#features/repayment/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { planOf, readSignatures } from './plan-view.ts'
import { takenOver } from './taken-over.ts'

/** One plan in full: its instalments, what it took over, its papers and its card. */
export async function planDetail(
  services: Services,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<PlanDetail> {
  const { database } = services
  const bills = await readBills(services, customer)
  const { today } = bills
  const kept = loanOf(bills, loanNo)
  const signatures = await readSignatures(database, customer)
  const plan = planOf(kept, { today, ...signatures })
  if (!plan) throw new Refused({ kind: 'loan-unknown' })

  const { cardId } = kept
  const [from, agreements, card] = await Promise.all([
    takenOver(database, { customer, loanNo, ...signatures }),
    agreementsOfLoan(database, { customer, loanNo }),
    cardId === undefined ? undefined : findCard(database, services, { customer, cardId }),
  ])
  return {
    today,
    plan,
    instalments: instalmentsOf(kept, today),
    from,
    agreements,
    card: card && boundCardOf(card),
  }
}

/** The same for a bill that was spread, and for nothing else. */
export async function secondPlan(
  services: Services,
  key: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<PlanDetail> {
  const detail = await planDetail(services, key)
  if (detail.plan.kind !== 'second') throw new Refused({ kind: 'loan-unknown' })
  return detail
}
