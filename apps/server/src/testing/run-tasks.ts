import type { Services } from '#services.ts'
import { taskHandlersOf } from '#boot/task-handlers.ts'
import { attemptTask, finishTask } from '@qingzhou/platform/tasks/attempt-task'
import { takeDue } from '@qingzhou/platform/tasks/queue-store'
import { taskKinds } from '@qingzhou/platform/tasks/task-policies'

export type TasksRun = { readonly done: number; readonly failed: number }

const RUNS_MAX = 1_000
const LEASE_MS = 600_000

/**
 * Runs all tasks that are due by the test clock, one by one, until none is left. A failed task is
 * deferred, so it is due again only after the test advances its clock.
 */
export async function runTasks(
  services: Services,
  { runsMax = RUNS_MAX }: { readonly runsMax?: number } = {},
): Promise<TasksRun> {
  const { database, log } = services
  const handlers = taskHandlersOf(services)
  const taken = { done: 0, failed: 0 }
  for (let runs = 0; runs < runsMax; runs += 1) {
    const claim = { now: services.now(), by: 'test', kinds: taskKinds, leaseMs: LEASE_MS }
    const task = await takeDue(database, claim)
    if (!task) return taken
    const outcome = await attemptTask(handlers, task, log)
    taken[outcome.state === 'done' ? 'done' : 'failed'] += 1
    await finishTask(database, task, { outcome, now: services.now(), log })
  }
  throw new Error(`more than ${runsMax} tasks: tasks enqueue one another endlessly`)
}
