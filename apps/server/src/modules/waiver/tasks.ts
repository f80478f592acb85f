import { localDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo } from '#customer-no.ts'
import { lapseOffers } from '#modules/lending/index.ts'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '#tasks/task-kinds.ts'
import { announceOffer } from './announce-offer.ts'

export function waiverTasks(services: Services): TaskHandlers<'announce-offer' | 'lapse-offers'> {
  return {
    'announce-offer': ({ customer, offerNo }) =>
      announceOffer(services, { customer: customerNo(customer), offerNo }),
    'lapse-offers': ({ date }) => lapseOffers(services.database, localDate(date)),
  }
}
