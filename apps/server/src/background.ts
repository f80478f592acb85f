import type { Config } from './config.ts'
import { keepWatching } from './modules/order-watch/index.ts'
import type { Services } from './services.ts'
import { taskHandlersOf } from './task-handlers.ts'
import { runWorkers } from './tasks/run-workers.ts'

/** Works off the queue and watches it. Nothing where that is left to processes of its own. */
export function startBackground(
  { workers, taskLeaseMs }: Pick<Config, 'workers' | 'taskLeaseMs'>,
  services: Services,
): { stop(): Promise<void> } {
  if (workers === 0) return { stop: async () => {} }
  const { database, log } = services
  const handlers = taskHandlersOf(services)
  const running = runWorkers({ database, count: workers, handlers, log, leaseMs: taskLeaseMs })
  const watching = keepWatching(services)
  return {
    async stop() {
      await watching.stop()
      await running.stop()
    },
  }
}
