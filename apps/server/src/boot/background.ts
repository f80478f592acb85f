import type { Config } from '@qingzhou/platform/config/config'
import { startOrderWatch } from '#features/order-watch/index.ts'
import type { Heartbeat } from '@qingzhou/platform/processes/heartbeat'
import type { Services } from '#services.ts'
import { taskHandlersOf } from './task-handlers.ts'
import { runWhile, runWorkers } from '@qingzhou/platform/tasks/run-workers'

/**
 * Processes and watches the task queue while this process's clock is right. Does nothing when
 * WORKERS is 0, because other processes do it.
 */
export function startBackground(
  { workers, taskLeaseMs }: Pick<Config, 'workers' | 'taskLeaseMs'>,
  { services, heartbeat }: { readonly services: Services; readonly heartbeat: Heartbeat },
): { stop(): Promise<void> } {
  if (workers === 0) return { stop: async () => {} }
  const { database, clock, log } = services
  const handlers = taskHandlersOf(services)
  return runWhile(
    () => clock.fault() === undefined,
    () => {
      const running = runWorkers({ database, count: workers, handlers, log, leaseMs: taskLeaseMs })
      const watching = startOrderWatch(services)
      heartbeat.takesTasks(true)
      return {
        async stop() {
          heartbeat.takesTasks(false)
          await watching.stop()
          await running.stop()
        },
      }
    },
  )
}
