import type { BackReading, FrontReading } from '@qingzhou/contract/features/identity'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { mayEnter } from '@qingzhou/domain/credit/application'
import { maskIdNumber } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import type { SignedInCaller } from '#platform/caller.ts'
import { applicationForCaller } from '#features/applications/index.ts'
import type { Services } from '#platform/services.ts'
import { findCard, type CardRecord } from './id-card-store.ts'
import { mayAmend } from './card-on-file.ts'
import { findPhotos, idLogNoOf, isUnused, type Photo } from './photo-store.ts'

type SavedCard = {
  readonly name: string
  readonly no: string
  readonly issueAgency: string
  readonly issueDate: LocalDate
  readonly expireDate: LocalDate | '长期'
}

type Read = { front?: FrontReading; back?: BackReading; idLogNo?: string }

/**
 * The card on file, masked, and fields that were read but not saved yet, so that another phone can
 * continue. At the identity step of a new application, the earlier card does not count as saved.
 * Unsaved readings are returned only while a card may be submitted.
 */
export async function savedPerson(
  services: Services,
  caller: SignedInCaller,
): Promise<{ saved?: SavedCard; read: Read }> {
  const { customer } = caller.session
  const { application } = await applicationForCaller(services.database, services, caller)
  const mayEdit =
    mayEnter('identity', application) || (await mayAmend(services.database, services, customer))
  const card = await findCard(services.database, services, customer)
  const { front, back } = await findPhotos(services.database, services, customer)
  const isUnsaved = (photo: Photo<unknown>) => mayEdit && isUnused(photo, card)
  const isRead = front && back && isUnsaved(front) && isUnsaved(back)
  return {
    ...(card && application.step !== 'identity' && { saved: masked(card) }),
    read: {
      ...(front && isUnsaved(front) && { front: front.reading }),
      ...(back && isUnsaved(back) && { back: back.reading }),
      ...(isRead && { idLogNo: idLogNoOf({ front, back }) }),
    },
  }
}

function masked(card: CardRecord): SavedCard {
  return {
    name: maskName(card.name),
    no: maskIdNumber(card.idNumber),
    issueAgency: card.issueAgency,
    issueDate: card.issuedOn,
    expireDate: card.expiresOn ?? '长期',
  }
}
