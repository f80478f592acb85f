import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Database } from '#platform/database/database.ts'
import { createTasks } from '#platform/tasks/tasks.ts'

/** Enqueues the reconciliation of a day. */
export async function enqueueReconciliation(database: Database, date: LocalDate): Promise<void> {
  await database.inTransaction((tx) =>
    createTasks().add(tx, { kind: 'reconcile-day', payload: { date }, key: date }),
  )
}
