import type { ProviderName } from '@qingzhou/provider-api/calls'
import type { Adapters } from '@qingzhou/platform/config/adapters/adapters'
import { providerLimits, type ProviderTimeouts } from '@qingzhou/platform/config/provider-limits'
import type { Log } from '@qingzhou/platform/log'
import type { RouteStore } from './bank/routed-bank.ts'
import { createBulkhead, type Bulkhead } from './bulkhead.ts'
import type { DeviceMemory } from './device/port.ts'
import type { FrameMemory } from './face/port.ts'
import type { Ask } from './signed-http.ts'
import type { TokenStore } from './token-store.ts'

export type ProviderSettings = {
  readonly url: string
  readonly secret: string
  /** The prefix of the consent pages' addresses in the browser. */
  readonly consentUrl: string
  readonly timeoutsMs: ProviderTimeouts
  readonly outagesMax: number
  readonly now: () => Date
  /** Our own address, to which providers send callbacks. */
  readonly ownOrigin: () => string
  readonly log: Log
  readonly adapters: Pick<Adapters, 'sms' | 'mail' | 'ip' | 'wallet' | 'identity' | 'bank'> &
    Partial<Pick<Adapters, 'messenger' | 'face' | 'ocr' | 'mall' | 'device' | 'bureau'>>
  /** What providers give out in limited numbers, for all processes. */
  readonly tokens?: TokenStore
  /** Which bank has an order, where there are several. */
  readonly routes?: RouteStore
  /** The frames of earlier face checks, where we compare them ourselves. */
  readonly frames?: FrameMemory
  /** Who used which device, where we compare them ourselves. */
  readonly devices?: DeviceMemory
}

/** What the choice of an adapter needs. */
export type Parts = {
  readonly settings: ProviderSettings
  readonly timeoutOf: (provider: ProviderName) => number
  readonly watchedBulkhead: (provider: ProviderName) => Bulkhead
  readonly ask: (provider: ProviderName, bulkhead?: Bulkhead) => Ask
}

export function bulkheadOf(
  { now, log, outagesMax }: ProviderSettings,
  provider: ProviderName,
): Bulkhead {
  const { concurrencyMax } = providerLimits[provider]
  return createBulkhead({
    concurrencyMax,
    outagesMax,
    now,
    onChange(state) {
      if (state === 'open') log.error('provider.circuit-open', { provider })
      else log.info(`provider.circuit-${state}`, { provider })
    },
  })
}
