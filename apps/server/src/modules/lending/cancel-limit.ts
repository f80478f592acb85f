import { cancelLimit as cancel } from '@qingzhou/domain/credit/limit'
import { Refused } from '#refused.ts'
import { perform, type Act, type Means } from './act.ts'
import { closeLimit, lockLimit } from './limit-store.ts'
import { orRefuse } from './or-refuse.ts'

/** Ends a customer's limit for good, once everything drawn on it has come back. */
export async function cancelLimit(means: Means, act: Act): Promise<{ state: 'cancelled' }> {
  const { customer } = act
  return perform(means, act, {
    name: 'cancel-limit',
    body: {},
    load: (tx) => lockLimit(tx, customer),
    decide: (limit) => {
      if (!limit) throw new Refused({ kind: 'limit-unknown' })
      orRefuse(cancel(limit))
      return { answer: { state: 'cancelled' }, writes: [closeLimit(customer)] }
    },
  })
}
