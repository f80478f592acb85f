import type { Caller } from '@qingzhou/platform/caller'
import { customerNo, randomDigits, timeOrderedNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { insertCustomer, lockPhoneRow, claimPhone, dropPhone, savePhone } from './customer-store.ts'
import { saveConsents } from './current-user.ts'
import { deleteCodes } from '#features/onboarding/codes/sms-code-store.ts'
import { deleteLinkedAccounts } from '#features/onboarding/authorisation/linked-account-store.ts'
import { deleteLinkTokens } from '#features/onboarding/links/link-token-store.ts'
import { endSessions } from '#features/sessions/index.ts'

type Deps = Pick<Services, 'vault' | 'now'>

/** Agreements required for registration. */
const REQUIRED_AGREEMENTS = ['register-agreement', 'privacy']

/** The origin of a registration, as far as it is stored. */
type Origin = Pick<Caller, 'ip' | 'userAgent' | 'deviceId' | 'linkChannel' | 'uriId'>

type VerifiedPhone = {
  readonly phone: string
  readonly agreed: readonly string[]
  readonly bankPartnerCode?: string
}

/** The customer of a phone; a new phone is registered, with its consents. */
export async function customerOfPhone(
  tx: Transaction,
  services: Deps,
  origin: Origin,
  verified: VerifiedPhone,
): Promise<{ customer: CustomerNo; isNew: boolean }> {
  const known = await lockPhoneRow(tx, services, verified.phone)
  const found = known
    ? { customer: known, isNew: false }
    : await register(tx, services, origin, verified)
  await saveConsents(tx, services, origin, { customer: found.customer, agreed: verified.agreed })
  return found
}

async function register(
  tx: Transaction,
  services: Deps,
  origin: Origin,
  { phone, agreed, bankPartnerCode }: VerifiedPhone,
): Promise<{ customer: CustomerNo; isNew: boolean }> {
  const isComplete = REQUIRED_AGREEMENTS.every((page) => agreed.includes(page))
  if (!isComplete) throw new Refused({ kind: 'agreement-needed' })

  const customer = newCustomerNo(services.now())
  const { linkChannel: channel, uriId } = origin
  const person = { customer, userId: newUserId(), phone, channel, uriId, bankPartnerCode }
  if (await insertCustomer(tx, services, person)) return { customer, isNew: true }

  // A concurrent registration of the same phone came first.
  const other = await lockPhoneRow(tx, services, phone)
  if (!other) throw new Error('phone claimed concurrently, but no customer found')
  return { customer: other, isNew: false }
}

/**
 * Twenty digits: the time, then seven random ones. Ordered, which keeps indexes compact, and a
 * neighbour's number cannot be guessed.
 */
function newCustomerNo(now: Date): CustomerNo {
  return customerNo(timeOrderedNo('', now))
}

/** Sixteen random digits that identify the account without being its key. */
function newUserId(): string {
  return `${randomDigits(8)}${randomDigits(8)}`
}

/**
 * Moves a customer to another phone and voids all access by the old one: its codes and links,
 * linked apps, and every session. Returns false if the new phone belongs to another customer. The
 * old phone must be locked.
 */
export async function movePhone(
  tx: Transaction,
  services: Pick<Services, 'vault'>,
  moved: { readonly customer: CustomerNo; readonly from: string; readonly to: string },
): Promise<boolean> {
  const { customer, from, to } = moved
  if (!(await claimPhone(tx, services, { customer, phone: to }))) return false
  await dropPhone(tx, services, { customer, phone: from })
  await savePhone(tx, services, { customer, phone: to })
  await deleteCodes(tx, services, from)
  await revokeAccess(tx, customer)
  return true
}

/**
 * Removes the phone from an account that only registered. No one can sign in to that account any
 * more, so it must not retain the number, which now belongs to someone else.
 */
export async function freePhone(
  tx: Transaction,
  services: Pick<Services, 'vault'>,
  freed: { readonly customer: CustomerNo; readonly phone: string },
): Promise<void> {
  await dropPhone(tx, services, freed)
  await savePhone(tx, services, { customer: freed.customer, phone: '' })
  await revokeAccess(tx, freed.customer)
}

/**
 * Ends every access to an account that needs no code and no password: sign-in links, linked apps
 * and sessions. Called for a new password, a new phone, and a cancelled limit. Sessions end last: a
 * concurrent sign-in holds a lock on its link or token, so the statements above wait for it, and
 * the last one finds its session.
 */
export async function revokeAccess(tx: Transaction, customer: CustomerNo): Promise<void> {
  await deleteLinkTokens(tx, customer)
  await deleteLinkedAccounts(tx, customer)
  await endSessions(tx, customer)
}
