import { lender } from '@qingzhou/domain/lender'
import type { Caller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { noteVisit } from '#features/onboarding/customers/visit-store.ts'
import { endSession, openSession, type SessionApp } from '#features/sessions/index.ts'
import { enqueueSms } from '#platform/outbox/enqueue-sms.ts'
import type { Services } from '#platform/services.ts'
import { newId } from '#platform/ids.ts'

export type SignedIn = {
  readonly outcome: 'signedIn'
  readonly token: string
  readonly isNew: boolean
}

type Found = {
  readonly customer: CustomerNo
  readonly isNew: boolean
  /** The linked app that vouches for the customer. */
  readonly app?: SessionApp
  /** The phone hears of this sign-in by another message. */
  readonly isAnnounced?: boolean
}

/**
 * Opens a session for whom the work finds, in the work's own transaction.
 *
 * The pair is new every time and the caller's old session ends, so that one fixed beforehand is
 * worth nothing. The browser gets its half only once everything is committed. A device that the account
 * was not signed in on before is announced to the phone.
 */
export async function signInAs(
  services: Services,
  caller: Caller,
  work: (tx: Transaction) => Promise<Found>,
): Promise<SignedIn> {
  const { token, secret, isNew } = await services.database.inTransaction(async (tx) => {
    const { customer, isNew, app, isAnnounced = isNew } = await work(tx)
    if (caller.session) await endSession(tx, caller.session.id)
    await noteVisit(tx, services, customer)
    const { deviceId, userAgent } = caller
    const opened = await openSession(tx, services, { customer, deviceId, userAgent, app })
    if (opened.isNewDevice && !isAnnounced) {
      await announceDevice(tx, services, { customer, deviceName: opened.deviceName })
    }
    return { ...opened, isNew }
  })
  caller.setSecretCookie('session', secret)
  return { outcome: 'signedIn', token, isNew }
}

const moment = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

async function announceDevice(
  tx: Transaction,
  services: Services,
  { customer, deviceName }: { readonly customer: CustomerNo; readonly deviceName: string },
): Promise<void> {
  await enqueueSms(tx, services, {
    customer,
    kind: 'new-device',
    messageNo: `new-device-${newId()}`,
    text: `您的账户于 ${moment.format(services.now())} 在新设备（${deviceName}）上登录。如非本人操作，请在“登录与安全”中退出该设备，并联系客服 ${lender.servicePhone}。`,
  })
}
