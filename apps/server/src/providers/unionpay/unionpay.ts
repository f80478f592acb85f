import type { UnionPaySettings } from '#platform/config/adapters.ts'
import type { Bulkhead } from '#providers/bulkhead.ts'
import { createUnionPayBank } from './bank.ts'
import { createUnionPayClient } from './client.ts'
import { unionPayCallback } from './notices.ts'

/** The clearing house UnionPay: its calls and its notices. */
export function createUnionPay(settings: {
  readonly unionPay: UnionPaySettings
  readonly ownOrigin: () => string
  readonly now: () => Date
  readonly timeoutMs: number
  readonly bulkhead: Bulkhead
}) {
  const { unionPay, ownOrigin, ...rest } = settings
  const client = createUnionPayClient({ ...unionPay, ...rest })
  return { bank: createUnionPayBank({ client, ownOrigin }), callback: unionPayCallback(client) }
}
