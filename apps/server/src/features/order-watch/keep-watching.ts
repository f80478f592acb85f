import type { Services } from '#platform/services.ts'
import { watchOrders } from './watch-orders.ts'

const LOOK_EVERY_MS = 60_000

/** Watches orders and tasks every minute until it is stopped. */
export function keepWatching(
  services: Pick<Services, 'database' | 'tasks' | 'now' | 'log'>,
  everyMs = LOOK_EVERY_MS,
): { stop(): Promise<void> } {
  let looking: Promise<void> | undefined
  const look = () => {
    looking ??= watchOrders(services)
      .catch((error: unknown) => services.log.error('watch.failed', {}, error))
      .finally(() => (looking = undefined))
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  look()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
