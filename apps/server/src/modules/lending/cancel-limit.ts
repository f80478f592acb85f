import { cancelLimit as cancel } from '@qingzhou/domain/credit/limit'
import { orRefuse, Refused } from '#refused.ts'
import { perform, type Act, type Means } from './act.ts'

/** Ends a customer's limit for good, once everything drawn on it has come back. */
export async function cancelLimit(means: Means, act: Act): Promise<{ state: 'cancelled' }> {
  return perform(means, act, {
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
