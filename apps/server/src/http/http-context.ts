import type { ClockWatch } from '#platform/clock-skew.ts'
import type { Limits } from '#platform/config/config.ts'
import type { Services } from '#platform/services.ts'
import type { StorageWatch } from '#platform/storage-watch.ts'
import type { Metrics } from './operations/metrics.ts'
import type { Proclamation } from './pages/proclamation-store.ts'
import type { Opener } from './bodies/sealed-body.ts'
import type { Shedder } from './limits/shedding.ts'

/** What the edge works with. */
export type Edge = {
  readonly services: Pick<Services, 'database' | 'vault' | 'limiter' | 'log' | 'now' | 'mode'>
  readonly clock: ClockWatch
  readonly storage: StorageWatch
  readonly opener: Opener
  readonly proclamation: Proclamation
  readonly shedder: Shedder
  readonly metrics: Metrics
  readonly limits: Limits
  /** Nothing: whatever address the request itself came to. */
  readonly publicOrigin: string | undefined
  /** Where a browser may be sent, beside our own paths. */
  readonly redirectOrigins: readonly string[]
}
