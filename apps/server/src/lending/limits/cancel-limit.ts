import { cancelLimit as cancel } from '@qingzhou/domain/credit/limit'
import { orRefuse, Refused } from '#platform/refused.ts'
import { perform, type Act, type Deps } from '#lending/act.ts'

/** Ends a customer's limit for good, once everything drawn on it has come back. */
export async function cancelLimit(deps: Deps, act: Act): Promise<{ state: 'cancelled' }> {
  return perform(deps, act, {
    name: 'cancel-limit',
    body: {},
    load: async () => undefined,
    decide: (_, { limit }) => {
      if (!limit) throw new Refused({ kind: 'limit-unknown' })
      const { state } = orRefuse(cancel(limit))
      return { answer: { state: 'cancelled' }, writes: [], limitState: state }
    },
  })
}
