import { hasMatched, type AwaitsFace } from '#features/identity/index.ts'
import type { Services } from '#platform/services.ts'
import { findOpenChange } from './phone-change-store.ts'

/**
 * Whether a phone change waits for a face check: a change by identity whose name and ID number
 * matched.
 */
export function phoneChangeAwaitsFace(services: Services): AwaitsFace {
  return async (db, { customer, businessNo }) => {
    const change = await findOpenChange(db, services, { customer, changeNo: businessNo })
    if (change?.way !== 'identity') return false
    return hasMatched(db, services, { customer, purpose: 'phone', businessNo })
  }
}
