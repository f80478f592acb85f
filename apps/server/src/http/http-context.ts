import type { ClockWatch } from '@qingzhou/platform/clock-skew'
import type { Standby } from '@qingzhou/platform/database/connections/standby-store'
import type { Limits } from '@qingzhou/platform/config/config'
import type { Services } from '#services.ts'
import type { StorageWatch } from '@qingzhou/platform/storage-watch'
import type { Metrics } from './operations/metrics.ts'
import type { CurrentNotice } from './pages/current-notice-store.ts'
import type { Opener } from './bodies/sealed-body.ts'
import type { Admit } from './limits/admission.ts'
import type { Shedder } from './limits/shedding.ts'

/** The dependencies of the HTTP layer. */
export type HttpContext = {
  readonly services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'log' | 'now' | 'today' | 'mode' | 'sealing'
  > & { readonly providers: Pick<Services['providers'], 'deviceVendors'> }
  readonly standby: Standby | undefined
  readonly clock: ClockWatch
  readonly storage: StorageWatch
  readonly admit: Admit
  readonly opener: Opener
  readonly notice: CurrentNotice
  readonly shedder: Shedder
  readonly metrics: Metrics
  readonly limits: Limits
  /** Undefined: the address that the request itself was sent to. */
  readonly publicOrigin: string | undefined
  /** Origins that a redirect may lead to, beside our own paths. */
  readonly redirectOrigins: readonly string[]
}
