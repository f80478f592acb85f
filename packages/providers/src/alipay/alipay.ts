import { pages } from '@qingzhou/contract/pages'
import type { AlipaySettings } from '@qingzhou/platform/config/adapters/adapters'
import type { Bulkhead } from '#bulkhead.ts'
import { createAlipayClient } from './client.ts'
import { ALIPAY_CONSENT_PATH, alipayCallback } from './notices.ts'
import { createAlipayWallet } from './wallet.ts'

/** The payment app Alipay: its calls, its notices, and the return from its consent page. */
export function createAlipay(settings: {
  readonly alipay: AlipaySettings
  readonly ownOrigin: () => string
  readonly now: () => Date
  readonly timeoutMs: number
  readonly bulkhead: Bulkhead
}) {
  const { alipay, ...rest } = settings
  const client = createAlipayClient({ ...alipay, ...rest })
  return {
    wallet: createAlipayWallet({ ...settings, client }),
    callback: alipayCallback(client, alipay),
    returns: [{ path: ALIPAY_CONSENT_PATH, target: consentTarget }],
  }
}

/** The app names the code in its own way. A refusal comes back without one. */
function consentTarget(query: URLSearchParams): string {
  const code = query.get('auth_code')
  const state = query.get('state') ?? ''
  const outcome = code === null ? { error: 'access_denied' } : { code }
  const input = new URLSearchParams({ provider: 'wallet', state, ...outcome })
  return `/?${input.toString()}#${pages.welcomeBack}`
}
