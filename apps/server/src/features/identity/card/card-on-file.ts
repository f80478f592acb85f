import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { birthDateOf, sexOf } from '@qingzhou/domain/people/id-number'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { findCard, type CardFields, findExpiry, type CardRecord } from './id-card-store.ts'
import { daysBetween, addDays } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import { findReplacementDay } from './card-history-store.ts'
import { isSubmitted, mayEnter } from '@qingzhou/domain/credit/application'
import { findApplication, applicationForCaller } from '#features/applications/index.ts'
import { amendmentOf } from '@qingzhou/contract/features/profile'
import type { AwaitsFace } from '#features/identity/face/open-face-session.ts'
import type { BackReading, FrontReading } from '@qingzhou/contract/features/identity'
import { maskIdNumber } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { findPhotos, idLogNoOf, isUnused, type Photo } from './photo-store.ts'

/** A customer's identity in plain text: for banks, bureaus and documents, never for logs. */
type Person = CardFields & {
  readonly sex: 'male' | 'female'
  readonly birthDate: LocalDate
}

/** The person on the card on file. Throws step-not-reached if there is none. */
export async function getPerson(
  db: Queryable,
  deps: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<Person> {
  const person = await findPerson(db, deps, customer)
  if (!person) throw new Refused({ kind: 'step-not-reached' })
  return person
}

export async function findPerson(
  db: Queryable,
  deps: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<Person | undefined> {
  const card = await findCard(db, deps, customer)
  if (!card) return undefined

  const { frontFileNo: _front, backFileNo: _back, savedAt: _savedAt, ...fields } = card
  const { idNumber } = fields
  return { ...fields, sex: sexOf(idNumber), birthDate: birthDateOf(idNumber) }
}

/** Whether the card on file has expired. It is valid on its last day. */
export async function idCardExpiry(
  { database, today }: Pick<Services, 'database' | 'today'>,
  customer: CustomerNo,
): Promise<{ expired: boolean; daysLeft?: number }> {
  const card = await findExpiry(database, customer)
  if (card?.expiresOn === undefined) return { expired: false }

  const daysLeft = daysBetween({ from: today(), to: card.expiresOn })
  return { expired: daysLeft < 0, daysLeft: Math.max(0, daysLeft) }
}

/** Refuses a customer whose card on file has expired. */
export async function requireValidCard(
  deps: Pick<Services, 'database' | 'today'>,
  customer: CustomerNo,
): Promise<void> {
  const { expired } = await idCardExpiry(deps, customer)
  if (expired) throw new Refused({ kind: 'identity-expired' })
}

/**
 * Face checks are accepted only against a card that has been on file for some days, or that
 * replaced an earlier one with a face check. Otherwise an attacker with a session could submit a
 * forged card and pass the check with its portrait. The delay gives the owner, who is notified of
 * the new card, time to object.
 */
export async function requireKnownCard(
  db: Queryable,
  { today }: Pick<Services, 'today'>,
  request: {
    readonly customer: CustomerNo
    /**
     * Whether a card renewed in a credit application counts as known: it had its own face check.
     */
    readonly isRenewalKnown: boolean
  },
): Promise<void> {
  const replacedOn = await findReplacementDay(db, request)
  if (replacedOn === undefined) return
  const opensOn = addDays(replacedOn, product.phoneChange.daysAfterNewCard)
  if (today() < opensOn) throw new Refused({ kind: 'card-too-new', opensOn })
}

/**
 * Whether a customer may submit a new card outside an application: there is a card on file, and no
 * application is open, as that has its own identity step followed by a face check.
 */
export async function mayAmend(
  db: Queryable,
  services: Pick<Services, 'today'>,
  customer: CustomerNo,
): Promise<boolean> {
  const record = await findApplication(db, services, customer)
  if (!record || !isSubmitted(record.application)) return false
  return (await findExpiry(db, customer)) !== undefined
}

/** Whether an amendment requires a face check: every permitted one does. */
export function amendmentAwaitsFace(services: Pick<Services, 'today'>): AwaitsFace {
  return async (db, { customer, businessNo }) =>
    amendmentOf(businessNo) !== undefined && mayAmend(db, services, customer)
}

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
  services: Pick<Services, 'database' | 'vault' | 'today'>,
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
    ...(card && application.step !== 'identity' && { saved: maskCard(card) }),
    read: {
      ...(front && isUnsaved(front) && { front: front.reading }),
      ...(back && isUnsaved(back) && { back: back.reading }),
      ...(isRead && { idLogNo: idLogNoOf({ front, back }) }),
    },
  }
}

function maskCard(card: CardRecord): SavedCard {
  return {
    name: maskName(card.name),
    no: maskIdNumber(card.idNumber),
    issueAgency: card.issueAgency,
    issueDate: card.issuedOn,
    expireDate: card.expiresOn ?? '长期',
  }
}
