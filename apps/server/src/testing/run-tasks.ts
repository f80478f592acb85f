import type { Services } from '#platform/services.ts'
import { taskHandlersOf } from '#boot/task-handlers.ts'
import { attemptTask } from '#platform/tasks/attempt-task.ts'
import { finishTask } from '#platform/tasks/finish-task.ts'
import { takeDue } from '#platform/tasks/queue-store.ts'
import { taskKinds } from '#platform/tasks/task-policies.ts'

export type TasksRun = { readonly done: number; readonly failed: number }

const RUNS_MAX = 1_000
const LEASE_MS = 600_000

/**
 * Does all that is due by the test's own clock, one after the other, until nothing is left. A task
 * that fails is put off, so it is due again only once the test has moved its clock.
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
  throw new Error('tasks queue one another for ever')
}
