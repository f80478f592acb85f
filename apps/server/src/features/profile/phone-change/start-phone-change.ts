import type { profileShapes } from '@qingzhou/contract/profile'
import type { Input, Output } from '@qingzhou/contract/shape'
import { currentStep } from '@qingzhou/domain/credit/application'
import { mask } from '@qingzhou/domain/people/masking'
import { product } from '@qingzhou/domain/product'
import { findApplication, lockApplication } from '#features/applications/index.ts'
import { findPerson, requireKnownCard } from '#features/identity/index.ts'
import {
  findCustomer,
  freePhone,
  lockPhone,
  phoneOf,
  sendCodeUnlessJustSent,
} from '#features/onboarding/index.ts'
import type { SignedInCaller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import { requireAllowance } from '#platform/require-allowance.ts'
import type { Services } from '#platform/services.ts'
import type { PhoneChange } from './phone-change-store.ts'
import { beginChange, findOpenChange, setWay } from './phone-change-store.ts'

type Shape = (typeof profileShapes)['startPhoneChange']
type Asked = Input<Shape>

const { numbersPerDay, numbersPerDeviceAndDay } = product.phoneChange

/**
 * Begins a change of phone, or goes on with one, and sends the codes that it needs. A code that went out
 * a moment ago is the one to type: another one is not sent before its time.
 */
export async function startPhoneChange(
  services: Services,
  caller: SignedInCaller,
  asked: Asked,
): Promise<Output<Shape>> {
  const { database } = services
  if (asked.way === 'identity')
    await requireKnownPerson(database, services, caller.session.customer)
  const change =
    (await continued(services, caller, asked)) ?? (await begun(services, caller, asked))
  const { changeNo, way, oldPhone, newPhone } = change
  const phones = way === 'bothPhones' ? [newPhone, oldPhone] : [newPhone]
  let waitSeconds = 0
  for (const phone of phones) {
    const sent = await sendCodeUnlessJustSent(services, caller, { phone, purpose: 'phone' })
    waitSeconds = Math.max(waitSeconds, sent.waitSeconds)
  }
  return { changeNo, waitSeconds, maskedOld: mask(oldPhone), maskedNew: mask(newPhone) }
}

/** One to the same number goes on, also for who never heard its own number: no other is taken for it. */
async function continued(
  services: Services,
  { session: { customer } }: SignedInCaller,
  { mobile, way, changeNo }: Asked,
): Promise<PhoneChange | undefined> {
  const change = await findOpenChange(services.database, services, { customer, changeNo })
  if (change?.newPhone !== mobile) {
    if (changeNo === undefined) return undefined
    throw new Refused({ kind: 'phone-change-unknown' })
  }
  if (change.way === way) return change
  await setWay(services.database, { customer, changeNo: change.changeNo, way })
  return { ...change, way }
}

async function begun(
  services: Services,
  caller: SignedInCaller,
  { mobile, way }: Asked,
): Promise<PhoneChange> {
  const { database } = services
  const { customer } = caller.session
  const oldPhone = await phoneOf(database, services, customer)
  if (oldPhone === mobile) throw new Refused({ kind: 'phone-unchanged' })
  await takeNumber(services, caller)
  const holder = await findCustomer(database, services, mobile)
  const isFree = !holder || (await isEmptyAccount(database, services, holder))
  if (!isFree) throw new Refused({ kind: 'phone-in-use' })

  return database.inTransaction(async (tx) => {
    await lockApplication(tx, services, customer)
    return beginChange(tx, services, { customer, way, oldPhone, newPhone: mobile })
  })
}

/** The answer tells whether a number is somebody's, so nobody gets many of them. */
async function takeNumber(
  services: Services,
  { session, deviceId }: SignedInCaller,
): Promise<void> {
  const windowSeconds = 86_400
  const key = `phone-change:customer:${session.customer}`
  await requireAllowance(services, { key, limit: numbersPerDay, windowSeconds })
  if (deviceId === undefined) return
  const byDevice = `phone-change:device:${deviceId}`
  await requireAllowance(services, { key: byDevice, limit: numbersPerDeviceAndDay, windowSeconds })
}

/** Somebody can be recognised without their phone only by a card that is known, and not just since. */
export async function requireKnownPerson(
  db: Queryable,
  services: Services,
  customer: CustomerNo,
): Promise<void> {
  const person = await findPerson(db, services, customer)
  if (!person) throw new Refused({ kind: 'step-not-reached' })
  await requireKnownCard(db, services, { customer, isRenewalKnown: false })
}

/**
 * Whether an account was only signed up for. Who tries a new number before changing to it opens one, and
 * must not be kept from their own account by it.
 */
async function isEmptyAccount(
  db: Queryable,
  services: Services,
  customer: CustomerNo,
): Promise<boolean> {
  if (await findPerson(db, services, customer)) return false
  const kept = await findApplication(db, services, customer)
  return !kept || ['signIn', 'identity'].includes(currentStep(kept.application))
}

/** An empty account gives the phone away to who has proven to hold it; any other keeps it. */
export async function giveWay(
  tx: Transaction,
  services: Services,
  { customer, phone }: { readonly customer: CustomerNo; readonly phone: string },
): Promise<void> {
  const holder = await lockPhone(tx, services, phone)
  if (!holder || holder === customer) return
  await lockApplication(tx, services, holder)
  if (!(await isEmptyAccount(tx, services, holder))) throw new Refused({ kind: 'phone-in-use' })
  await freePhone(tx, services, { customer: holder, phone })
}
