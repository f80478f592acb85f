import type { OpenPlan, PlanStep } from '@qingzhou/contract/features/restructure'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { findCard, isLastinglyRefused } from '#features/cards/index.ts'
import {
  hasMatched,
  hasPassedFace,
  isFaceInReview,
  type AwaitsFace,
} from '#features/identity/index.ts'
import { findProfile } from '#features/profile/index.ts'
import type { Services } from '#services.ts'
import { findOpenPlan, type PlanRecord } from './plan-store.ts'

type Deps = Pick<Services, 'vault' | 'now'>

/** An open plan with its step, derived from the stored data, so that no step can be skipped. */
export async function readOpenPlan(
  db: Queryable,
  services: Deps,
  plan: PlanRecord,
): Promise<OpenPlan> {
  const { customer, planNo, loanNos, months } = plan
  const card = await findPlanCard(db, services, plan)
  const step = await stepOf(db, services, { ...plan, cardId: card?.cardId })
  const known =
    step === 'contacts' ? (await findProfile(db, services, customer)).basic?.contacts : undefined
  return {
    planNo,
    step,
    loanNos: [...loanNos],
    months,
    // Contacts' phone numbers are shown only after the customer is identified.
    contacts: step === 'person' ? undefined : (plan.contacts ?? known),
    cardId: card?.cardId,
    ...(step === 'face' && { isFaceInReview: await isFaceInReview(db, faceOf(plan)) }),
  }
}

export async function findOpenPlanView(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  customer: CustomerNo,
): Promise<OpenPlan | undefined> {
  const plan = await findOpenPlan(services.database, services, customer)
  return plan && readOpenPlan(services.database, services, plan)
}

/** The card of a plan, if the customer still has it and its bank still debits it. */
export async function findPlanCard(db: Queryable, services: Deps, plan: PlanRecord) {
  const { customer, cardId } = plan
  if (cardId === undefined) return undefined
  const card = await findCard(db, services, { customer, cardId })
  return card && isLastinglyRefused(card) ? undefined : card
}

function faceOf({ customer, planNo }: Pick<PlanRecord, 'customer' | 'planNo'>) {
  return { customer, purpose: 'plan', businessNo: planNo } as const
}

async function stepOf(
  db: Queryable,
  services: Pick<Services, 'now'>,
  plan: PlanRecord,
): Promise<PlanStep> {
  const { contacts, cardId } = plan
  const subject = faceOf(plan)
  if (!(await hasMatched(db, services, subject))) return 'person'
  if (!contacts) return 'contacts'
  if (cardId === undefined) return 'card'
  return (await hasPassedFace(db, services, subject)) ? 'sign' : 'face'
}

/** Whether an open plan is at its face step; otherwise no face check is started. */
export function planAwaitsFace(services: Deps): AwaitsFace {
  return async (db, { customer, businessNo }) => {
    const plan = await findOpenPlan(db, services, customer)
    if (plan?.planNo !== businessNo) return false
    return (await readOpenPlan(db, services, plan)).step === 'face'
  }
}
