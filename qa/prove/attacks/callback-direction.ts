import { randomUUID } from 'node:crypto'

import { providerCallbacks } from '@qingzhou/provider-api/calls'
import { signedHeaders, type Direction } from '@qingzhou/provider-api/signature'
import { outcomeOf, type Attack, type Target } from './attack.ts'
import { rawRequest } from './raw-http.ts'

/**
 * Callbacks that are unsigned, signed with another secret, old, or signed for another direction.
 */
export const callbackDirection: Attack = {
  name: 'callback forged or of another direction',
  async run(target) {
    const attempts = []
    for (const { path } of Object.values(providerCallbacks)) {
      for (const [what, change] of forgeries) {
        const status = await enqueueSms(target, path, change)
        attempts.push({ what: `${path} ${what}: ${status}`, isRefused: status >= 400 })
      }
    }
    return outcomeOf(attempts)
  },
}

type Change = {
  readonly direction?: Direction
  readonly secret?: string
  readonly ageMs?: number
  readonly isUnsigned?: boolean
}

const forgeries: readonly (readonly [string, Change])[] = [
  ['signed as a request', { direction: 'request' }],
  ['signed as an answer', { direction: 'answer' }],
  ['signed with another secret', { secret: 'guessed' }],
  ['ten minutes old', { ageMs: 600_000 }],
  ['not signed', { isUnsigned: true }],
]

async function enqueueSms(
  { address, product }: Target,
  path: string,
  change: Change,
): Promise<number> {
  const body = JSON.stringify({ orderNo: '12345678', state: 'done', on: '20261115' })
  const timestamp = String(product.services.now().getTime() - (change.ageMs ?? 0))
  const { direction = 'callback', secret = product.config.providers.secret } = change
  const signed = { direction, path, timestamp, nonce: randomUUID(), body }
  const headers = {
    'content-type': 'application/json',
    ...(!change.isUnsigned && signedHeaders(secret, signed)),
  }
  return (await rawRequest(address, path, { method: 'POST', headers, body })).status
}
