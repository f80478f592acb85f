import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import type { TaskHandlers, TaskPayloads } from '@qingzhou/platform/tasks/task-kinds'
import type { Services } from '#services.ts'
import { listLateLoans } from './month-store.ts'
import { notifyIfLate } from './notify-borrower.ts'
import { recordMonth } from './record-month.ts'

const LOANS_PER_SLICE = 200

type Deps = Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'log'>

export function bureauReportTasks(services: Deps): TaskHandlers<'bureau-day' | 'bureau-month'> {
  return {
    'bureau-day': (payload) => reportDay(services, payload),
    'bureau-month': ({ month, afterCustomer = '' }) =>
      recordMonth(services, { month: localDate(month), after: afterCustomer }),
  }
}

/** Tells the borrowers of late loans, in slices; on the first day of a month, the last month is recorded then. */
async function reportDay(
  services: Deps,
  { date, afterCustomer = '', afterLoan = '' }: TaskPayloads['bureau-day'],
): Promise<void> {
  const { database, tasks } = services
  const day = localDate(date)
  const after = { customer: afterCustomer, loanNo: afterLoan }
  const loans = await listLateLoans(database, { date: day, after, count: LOANS_PER_SLICE })
  for (const loan of loans) {
    await database.inTransaction((tx) => notifyIfLate(tx, services, loan))
  }
  const last = loans.at(-1)
  if (last && loans.length === LOANS_PER_SLICE) {
    const payload = { date, afterCustomer: last.customer, afterLoan: last.loanNo }
    return database.inTransaction((tx) => tasks.add(tx, { kind: 'bureau-day', payload, key: date }))
  }
  if (!date.endsWith('-01')) return
  const month = addDays(day, -1)
  await database.inTransaction((tx) =>
    tasks.add(tx, { kind: 'bureau-month', payload: { month }, key: month }),
  )
}
