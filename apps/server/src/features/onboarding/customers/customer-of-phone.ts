import type { Caller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import { customerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { insertCustomer, lockPhoneRow } from './customer-store.ts'
import { saveConsents } from './keep-consents.ts'
import { randomDigits, timeOrderedNo } from '#platform/ids.ts'

/** Nobody becomes a customer without these two. */
const REQUIRED_AGREEMENTS = ['register-agreement', 'privacy']

/** Where somebody comes from, as far as a registration keeps it. */
export type Origin = Pick<Caller, 'ip' | 'userAgent' | 'deviceId' | 'channel' | 'uriId'>

export type ProvenPhone = {
  readonly phone: string
  readonly agreed: readonly string[]
  readonly bankPartnerCode?: string
}

/** Whose phone it is; a new one is registered on the way, with what was agreed to. */
export async function customerOfPhone(
  tx: Transaction,
  services: Services,
  origin: Origin,
  proven: ProvenPhone,
): Promise<{ customer: CustomerNo; isNew: boolean }> {
  const known = await lockPhoneRow(tx, services, proven.phone)
  const found = known
    ? { customer: known, isNew: false }
    : await register(tx, services, origin, proven)
  await saveConsents(tx, services, origin, { customer: found.customer, agreed: proven.agreed })
  return found
}

async function register(
  tx: Transaction,
  services: Services,
  origin: Origin,
  { phone, agreed, bankPartnerCode }: ProvenPhone,
): Promise<{ customer: CustomerNo; isNew: boolean }> {
  const isComplete = REQUIRED_AGREEMENTS.every((page) => agreed.includes(page))
  if (!isComplete) throw new Refused({ kind: 'agreement-needed' })

  const customer = newCustomerNo(services.now())
  const { channel, uriId } = origin
  const person = { customer, userId: newUserId(), phone, channel, uriId, bankPartnerCode }
  if (await insertCustomer(tx, services, person)) return { customer, isNew: true }

  // Somebody with two phones in hand signed in on both at once: the other one came first.
  const other = await lockPhoneRow(tx, services, phone)
  if (!other) throw new Error('a claimed phone has no customer')
  return { customer: other, isNew: false }
}

/**
 * Twenty digits: the moment, then seven at random. Numbers stay in order, which keeps indexes
 * compact, and nobody can count customers or guess a neighbour's number.
 */
function newCustomerNo(now: Date): CustomerNo {
  return customerNo(timeOrderedNo('', now))
}

/** Sixteen digits at random; it names the account without being its key. */
function newUserId(): string {
  return `${randomDigits(8)}${randomDigits(8)}`
}
