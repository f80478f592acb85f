import { localDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo } from '#platform/ids.ts'
import { lapseOffers } from '#lending/index.ts'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { announceOffer } from './create-offers.ts'

export function waiverTasks(services: Services): TaskHandlers<'announce-offer' | 'lapse-offers'> {
  return {
    'announce-offer': ({ customer, offerNo }) =>
      announceOffer(services, { customer: customerNo(customer), offerNo }),
    'lapse-offers': ({ date }) => lapseOffers(services.database, localDate(date)),
  }
}
