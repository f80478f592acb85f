import type { UnionPaySettings } from '#platform/config/adapters/adapters.ts'
import type { Bulkhead } from '#providers/bulkhead.ts'
import { createUnionPayBank } from './bank.ts'
import { createUnionPayClient } from './client.ts'
import { unionPayCallback } from './notices.ts'
import { rsaSignatures } from './signatures.ts'

/** The clearing house UnionPay: its calls and its notices. */
export async function createUnionPay(settings: {
  readonly unionPay: UnionPaySettings
  readonly ownOrigin: () => string
  readonly now: () => Date
  readonly timeoutMs: number
  readonly bulkhead: Bulkhead
}) {
  const { unionPay, ownOrigin, ...rest } = settings
  // Loaded only where they are chosen.
  const signatures =
    unionPay.signature === 'sm2' ? (await import('./sm2.ts')).sm2Signatures : rsaSignatures
  const client = createUnionPayClient({ ...unionPay, ...rest, signatures })
  return { bank: createUnionPayBank({ client, ownOrigin }), callback: unionPayCallback(client) }
}
