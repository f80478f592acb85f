import type { profileShapes } from '@qingzhou/contract/features/profile'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { currentStep } from '@qingzhou/domain/credit/application'
import { mask } from '@qingzhou/domain/people/masking'
import { product } from '@qingzhou/domain/product'
import { findApplication, lockApplication } from '#features/applications/index.ts'
import {
  closeFaceReviews,
  findPerson,
  hasPassedFace,
  isFaceInReview,
  requireKnownCard,
  hasMatched,
  indexName,
  type AwaitsFace,
} from '#features/identity/index.ts'
import {
  findCustomer,
  freePhone,
  movePhone,
  lockPhone,
  getPhone,
  sendCodeUnlessJustSent,
} from '#features/onboarding/index.ts'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import { requireAllowance } from '@qingzhou/platform/network-allowance'
import type { Services } from '#services.ts'
import {
  insertPhoneChange,
  findOpenChange,
  setWay,
  type PhoneChange,
} from './phone-change-store.ts'

type Shape = (typeof profileShapes)['startPhoneChange']
type StartInput = Input<Shape>

const { numbersPerDay, numbersPerDeviceAndDay } = product.phoneChange

/**
 * Starts or continues a phone change and sends the codes it needs. A code sent less than a minute
 * ago stays valid and is not sent again.
 */
export async function startPhoneChange(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'now' | 'providers' | 'log' | 'today'
  >,
  caller: SignedInCaller,
  input: StartInput,
): Promise<Output<Shape>> {
  const { database } = services
  if (input.way === 'identity')
    await requireKnownPerson(database, services, caller.session.customer)
  const change =
    (await continueChange(services, caller, input)) ?? (await beginChange(services, caller, input))
  const { changeNo, way, oldPhone, newPhone } = change
  const phones = way === 'bothPhones' ? [newPhone, oldPhone] : [newPhone]
  let waitSeconds = 0
  for (const phone of phones) {
    const sent = await sendCodeUnlessJustSent(services, caller, { phone, purpose: 'phone' })
    waitSeconds = Math.max(waitSeconds, sent.waitSeconds)
  }
  const { customer } = caller.session
  return {
    changeNo,
    waitSeconds,
    maskedOld: mask(oldPhone),
    maskedNew: mask(newPhone),
    ...(way === 'identity' && { proven: await provenOf(services, { customer, changeNo }) }),
  }
}

/** What a change without the old phone has verified, and still counts. */
async function provenOf(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { customer, changeNo }: { readonly customer: CustomerNo; readonly changeNo: string },
): Promise<NonNullable<Output<Shape>['proven']>> {
  const verification = { customer, purpose: 'phone', businessNo: changeNo } as const
  if (!(await hasMatched(database, { now }, verification))) return 'nothing'
  if (await hasPassedFace(database, { now }, verification)) return 'face'
  return (await isFaceInReview(database, verification)) ? 'review' : 'person'
}

/**
 * Continues an open change to the same number, also without its change number (its response may
 * have been lost).
 */
async function continueChange(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  { session: { customer } }: SignedInCaller,
  { mobile, way, changeNo }: StartInput,
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

async function beginChange(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'now' | 'today'>,
  caller: SignedInCaller,
  { mobile, way }: StartInput,
): Promise<PhoneChange> {
  const { database } = services
  const { customer } = caller.session
  const oldPhone = await getPhone(database, services, customer)
  if (oldPhone === mobile) throw new Refused({ kind: 'phone-unchanged' })
  await requireNumberAllowance(services, caller)
  const holder = await findCustomer(database, services, mobile)
  const isFree = !holder || (await isEmptyAccount(database, services, holder))
  if (!isFree) throw new Refused({ kind: 'phone-in-use' })

  return database.inTransaction(async (tx) => {
    await lockApplication(tx, services, customer)
    await closeFaceReviews(tx, services, { customer, purpose: 'phone' })
    return insertPhoneChange(tx, services, { customer, way, oldPhone, newPhone: mobile })
  })
}

/** Rate limit: the answer reveals whether a number belongs to a customer. */
async function requireNumberAllowance(
  services: Pick<Services, 'limiter'>,
  { session, deviceId }: SignedInCaller,
): Promise<void> {
  const windowSeconds = 86_400
  const key = `phone-change:customer:${session.customer}`
  await requireAllowance(services, { key, limit: numbersPerDay, windowSeconds })
  if (deviceId === undefined) return
  const byDevice = `phone-change:device:${deviceId}`
  await requireAllowance(services, { key: byDevice, limit: numbersPerDeviceAndDay, windowSeconds })
}

/**
 * Requires an identity card on file that was not replaced recently, to identify the customer
 * without the old phone.
 */
export async function requireKnownPerson(
  db: Queryable,
  services: Pick<Services, 'vault' | 'today'>,
  customer: CustomerNo,
): Promise<void> {
  const person = await findPerson(db, services, customer)
  if (!person) throw new Refused({ kind: 'step-not-reached' })
  await requireKnownCard(db, services, { customer, isRenewalKnown: false })
}

/**
 * Whether an account was only registered. Customers who sign in with their new number before they
 * change to it create such an account; it must not block the change.
 */
async function isEmptyAccount(
  db: Queryable,
  services: Pick<Services, 'vault' | 'now' | 'today'>,
  customer: CustomerNo,
): Promise<boolean> {
  if (await findPerson(db, services, customer)) return false
  const record = await findApplication(db, services, customer)
  return !record || ['signIn', 'identity'].includes(currentStep(record.application))
}

/** The phone that a change moves to: a customer who has lost the old one is told there. */
export function newPhoneOf(services: Pick<Services, 'vault' | 'now'>) {
  return async (
    db: Queryable,
    {
      customer,
      purpose,
      businessNo,
    }: {
      readonly customer: CustomerNo
      readonly purpose: string
      readonly businessNo: string
    },
  ): Promise<string | undefined> => {
    if (purpose !== 'phone') return undefined
    return (await findOpenChange(db, services, { customer, changeNo: businessNo }))?.newPhone
  }
}

/** Moves a customer to another phone. Refuses a phone of another account, unless that is empty. */
export async function changePhone(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now' | 'today'>,
  moved: { readonly customer: CustomerNo; readonly from: string; readonly to: string },
): Promise<void> {
  const { customer, to: phone } = moved
  await freePhoneOfEmptyAccount(tx, services, { customer, phone })
  if (!(await movePhone(tx, services, moved))) throw new Refused({ kind: 'phone-in-use' })
  await indexName(tx, services, { customer, phone })
}

/**
 * Frees the phone if it belongs to an empty account; refuses if it belongs to any other account.
 */
async function freePhoneOfEmptyAccount(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now' | 'today'>,
  { customer, phone }: { readonly customer: CustomerNo; readonly phone: string },
): Promise<void> {
  const holder = await lockPhone(tx, services, phone)
  if (!holder || holder === customer) return
  await lockApplication(tx, services, holder)
  if (!(await isEmptyAccount(tx, services, holder))) throw new Refused({ kind: 'phone-in-use' })
  await freePhone(tx, services, { customer: holder, phone })
}

/**
 * Whether a phone change waits for a face check: a change by identity whose name and ID number
 * matched.
 */
export function phoneChangeAwaitsFace(services: Pick<Services, 'vault' | 'now'>): AwaitsFace {
  return async (db, { customer, businessNo }) => {
    const change = await findOpenChange(db, services, { customer, changeNo: businessNo })
    if (change?.way !== 'identity') return false
    return hasMatched(db, services, { customer, purpose: 'phone', businessNo })
  }
}
