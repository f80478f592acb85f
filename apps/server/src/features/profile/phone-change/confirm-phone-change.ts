import type { profileShapes } from '@qingzhou/contract/features/profile'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { mask } from '@qingzhou/domain/people/masking'
import { lockApplication } from '#features/applications/index.ts'
import {
  closeFaceReviews,
  hasMatched,
  hasPassedFace,
  consumeMatch,
  takePassedFace,
} from '#features/identity/index.ts'
import { consumeCode, lockPhone, requireCorrectCode } from '#features/onboarding/index.ts'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { changePhone, requireKnownPerson } from './start-phone-change.ts'
import type { PhoneChange } from './phone-change-store.ts'
import { findOpenChange, setDone } from './phone-change-store.ts'

type Shape = (typeof profileShapes)['confirmPhoneChange']

/** Updates what other features store for a phone, in the same transaction. */
export type AfterPhoneChange = (
  tx: Transaction,
  moved: { readonly from: string; readonly to: string },
) => Promise<void>

/**
 * Changes the phone: the old phone can no longer sign in, and every session ends.
 *
 * Codes are checked outside the transaction, so that a failed try counts even after a rollback;
 * codes and verifications are consumed inside it, together with the change.
 */
export async function confirmPhoneChange(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'today'>,
  {
    caller,
    afterwards,
  }: { readonly caller: SignedInCaller; readonly afterwards: AfterPhoneChange },
  { changeNo, newCode, oldCode }: Input<Shape>,
): Promise<Output<Shape>> {
  const { database } = services
  const { customer } = caller.session
  const change = await openChange(database, services, { customer, changeNo })
  await requireIdentityVerified(services, { customer, change })
  const codes = codesFor(change, { newCode, oldCode })
  for (const code of codes) await requireCorrectCode(services, caller, code)

  await database.inTransaction(async (tx) => {
    // Locks the phone first, in the same order as a sign-in does.
    const holder = await lockPhone(tx, services, change.oldPhone)
    if (holder !== customer) throw new Refused({ kind: 'phone-change-unknown' })
    await lockApplication(tx, services, customer)
    const { way } = await openChange(tx, services, { customer, changeNo })
    if (way !== change.way) throw new Refused({ kind: 'phone-change-unknown' })
    for (const code of codes) await consumeCode(tx, services, caller, code)
    if (way === 'identity') await consumeVerifications(tx, services, { customer, change })
    await setDone(tx, services, { customer, changeNo })
    await closeFaceReviews(tx, services, { customer, purpose: 'phone' })

    const moved = { from: change.oldPhone, to: change.newPhone }
    await changePhone(tx, services, { customer, ...moved })
    await afterwards(tx, moved)
    await enqueuePhoneChangeSms(tx, services, { customer, change })
  })
  caller.setSecretCookie('session', undefined)
  return { maskedPhone: mask(change.newPhone) }
}

type ConfirmInput = { readonly customer: CustomerNo; readonly change: PhoneChange }

async function openChange(
  db: Queryable,
  services: Pick<Services, 'vault' | 'now'>,
  key: { readonly customer: CustomerNo; readonly changeNo: string },
): Promise<PhoneChange> {
  const change = await findOpenChange(db, services, key)
  if (!change) throw new Refused({ kind: 'phone-change-unknown' })
  return change
}

/** For a lost phone, requires the name match and the face check that were made for this change. */
async function requireIdentityVerified(
  services: Pick<Services, 'database' | 'now'>,
  { customer, change }: ConfirmInput,
): Promise<void> {
  if (change.way === 'bothPhones') return
  const verification = { customer, purpose: 'phone', businessNo: change.changeNo } as const
  const { database } = services
  const isRecognised =
    (await hasMatched(database, services, verification)) &&
    (await hasPassedFace(database, services, verification))
  if (!isRecognised) throw new Refused({ kind: 'verification-needed' })
}

async function consumeVerifications(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now' | 'today'>,
  { customer, change }: ConfirmInput,
): Promise<void> {
  await requireKnownPerson(tx, services, customer)
  const verification = { customer, purpose: 'phone', businessNo: change.changeNo } as const
  const isTaken =
    (await consumeMatch(tx, services, verification)) &&
    (await takePassedFace(tx, services, verification))
  if (!isTaken) throw new Refused({ kind: 'verification-needed' })
}

function codesFor(
  { way, oldPhone, newPhone }: PhoneChange,
  { newCode, oldCode }: { readonly newCode: string; readonly oldCode?: string | undefined },
) {
  const toNew = { phone: newPhone, purpose: 'phone', code: newCode } as const
  if (way === 'identity') return [toNew]
  if (oldCode === undefined) {
    throw new Refused({ kind: 'field-invalid', message: '请输入原手机号收到的验证码' })
  }
  return [{ phone: oldPhone, purpose: 'phone', code: oldCode } as const, toNew]
}

/** Also informs the old phone: its holder may not have requested the change. */
async function enqueuePhoneChangeSms(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  { customer, change }: { readonly customer: CustomerNo; readonly change: PhoneChange },
): Promise<void> {
  const { changeNo, oldPhone, newPhone } = change
  await enqueueSms(tx, services, {
    customer,
    messageNo: `${changeNo}-new`,
    sms: smsOf('phone-changed/new', {}),
  })
  await enqueueSms(tx, services, {
    customer,
    messageNo: `${changeNo}-old`,
    sms: smsOf('phone-changed/old', { phone: mask(newPhone) }),
    phone: oldPhone,
  })
}
