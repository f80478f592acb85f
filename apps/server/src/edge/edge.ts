import type { ClockWatch } from '#clock-skew.ts'
import type { Limits } from '#config.ts'
import type { Services } from '#services.ts'
import type { StorageWatch } from '#storage-watch.ts'
import type { Metrics } from './metrics.ts'
import type { Proclamation } from './proclamation.ts'
import type { Opener } from './sealed-body.ts'
import type { Shedder } from './shedding.ts'

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
