import { OVERDUE_HOURS } from '@qingzhou/contract/features/console/queues'
import { minutesAfter } from '@qingzhou/platform/clock'

/** An item that waits since before this moment is overdue. */
export function overdueBeforeOf(now: Date): Date {
  return minutesAfter(now, -OVERDUE_HOURS * 60)
}
