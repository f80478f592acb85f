import type { Services } from '#services.ts'
import { taskHandlersOf } from '#task-handlers.ts'
import { attemptTask } from '#tasks/attempt-task.ts'
import { complete, putOff, takeDue } from '#tasks/queue-store.ts'

export type TasksRun = { readonly done: number; readonly failed: number }

const RUNS_MAX = 1_000

/**
 * Does all that is due by the test's own clock, one after the other, until nothing is left. A task
 * that fails is put off, so it is due again only once the test has moved its clock.
 */
export async function runTasks(services: Services): Promise<TasksRun> {
  const { database } = services
  const handlers = taskHandlersOf(services)
  const taken = { done: 0, failed: 0 }
  for (let runs = 0; runs < RUNS_MAX; runs += 1) {
    const worker = { now: services.now(), by: 'test' }
    const task = await takeDue(database, worker)
    if (!task) return taken
    const isDone = await attemptTask(handlers, task, services.log)
    taken[isDone ? 'done' : 'failed'] += 1
    await (isDone
      ? complete(database, task, worker)
      : putOff(database, task, { ...worker, now: services.now() }))
  }
  throw new Error('tasks queue one another for ever')
}
