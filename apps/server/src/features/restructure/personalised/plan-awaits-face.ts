import type { AwaitsFace } from '#features/identity/index.ts'
import type { Services } from '#platform/services.ts'
import { viewOf } from './plan-step.ts'
import { findOpenPlan } from './plan-store.ts'

/** Whether an open plan is at its face step; otherwise no face check is started. */
export function planAwaitsFace(services: Services): AwaitsFace {
  return async (db, { customer, businessNo }) => {
    const plan = await findOpenPlan(db, services, customer)
    if (plan?.planNo !== businessNo) return false
    return (await viewOf(db, services, plan)).step === 'face'
  }
}
