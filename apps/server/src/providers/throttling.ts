import type { Bulkhead } from './bulkhead.ts'
import { ProviderUnavailable } from './provider-fault.ts'

/** The limit of a service is reached; nothing was done. */
export class ProviderThrottled extends ProviderUnavailable {}

/** How long a service is not called if it names no time, and at most. */
export const THROTTLED_MS = 1_000
export const THROTTLED_MS_MAX = 30_000

/** Runs the calls of a service. After its limit was reached, it is not called for a while. */
export function createCalls(bulkhead: Bulkhead, now: () => Date) {
  let quietUntilMs = 0
  return async <Answer>(path: string, call: () => Promise<Answer>): Promise<Answer> => {
    const leftMs = quietUntilMs - now().getTime()
    // A clock set back must not silence the service for longer.
    if (leftMs > 0 && leftMs <= THROTTLED_MS_MAX) {
      throw new ProviderUnavailable(path, 'not asked, its limit is reached', leftMs)
    }
    return bulkhead.run(path, call).catch((error: unknown) => {
      if (error instanceof ProviderThrottled) quietUntilMs = now().getTime() + error.waitMs
      throw error
    })
  }
}
