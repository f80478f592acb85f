import type { OpenOrder, RecordedException } from '@qingzhou/server/features/order-watch/index.ts'
import type { QueuedTask } from '@qingzhou/platform/tasks/operate-store'

/** One task as one line, readable and searchable. */
export function lineOf({ taskNo, state, kind, attempts, runAt, customer }: QueuedTask): string {
  const owner = customer === '' ? '-' : customer
  return `${taskNo} ${state} ${kind} attempts=${attempts} due=${runAt.toISOString()} customer=${owner}`
}

export function detailsOf(task: QueuedTask): string[] {
  return [
    lineOf(task),
    `queued ${task.queuedAt.toISOString()}`,
    `payload ${JSON.stringify(task.payload)}`,
    ...(task.lockedBy === undefined ? [] : [`worker ${task.lockedBy}`]),
    ...(task.leaseUntil === undefined ? [] : [`leased until ${task.leaseUntil.toISOString()}`]),
  ]
}

export function exceptionLineOf(exception: RecordedException): string {
  const { kind, subject, subjectNo, customer, since, foundAt, resolvedAt, details } = exception
  const owner = customer === '' ? '-' : customer
  const times = `since=${since.toISOString()} found=${foundAt.toISOString()}`
  const end = resolvedAt === undefined ? 'open' : `resolved=${resolvedAt.toISOString()}`
  const figures = details === undefined ? '' : ` (${details})`
  return `${kind} ${subject} ${subjectNo} customer=${owner} ${times} ${end}${figures}`
}

const MINUTE_MS = 60_000

export function lateLineOf({ kind, subjectNo, customer, since }: OpenOrder, now: Date): string {
  const minutes = Math.floor((now.getTime() - since.getTime()) / MINUTE_MS)
  return `late ${kind} ${subjectNo}: open for ${minutes} minutes (customer ${customer || '-'})`
}
