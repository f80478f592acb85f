import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import { waiverOffers } from './offers.ts'
import { payWaiver } from './pay-waiver.ts'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo } from '@qingzhou/platform/ids'
import { lapseOffers } from '@qingzhou/lending/index'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { announceOffer } from './create-offers.ts'

export function waiverHandlers(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
): Handlers<Callers>['waiver'] {
  return {
    offer: (_, caller) => waiverOffers(services, caller.session.customer),
    pay: (input, caller) => payWaiver(services, caller, input),
  }
}

export function waiverTasks(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
): TaskHandlers<'announce-offer' | 'lapse-offers'> {
  return {
    'announce-offer': ({ customer, offerNo }) =>
      announceOffer(services, { customer: customerNo(customer), offerNo }),
    'lapse-offers': ({ date }) => lapseOffers(services.database, localDate(date)),
  }
}
