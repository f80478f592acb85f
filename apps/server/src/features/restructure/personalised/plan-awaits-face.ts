import type { AwaitsFace } from '#features/identity/index.ts'
import type { Services } from '#platform/services.ts'
import { viewOf } from './plan-step.ts'
import { findOpenPlan } from './plan-store.ts'

/** Whether a face is what an open plan waits for: nobody checks faces for nothing. */
export function planAwaitsFace(services: Services): AwaitsFace {
  return async (db, { customer, businessNo }) => {
    const plan = await findOpenPlan(db, services, customer)
    if (plan?.planNo !== businessNo) return false
    return (await viewOf(db, services, plan)).step === 'face'
  }
}
