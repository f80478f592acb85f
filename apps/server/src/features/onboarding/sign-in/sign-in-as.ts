import type { Caller } from '@qingzhou/platform/caller'
import { newId, type CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { requireSignIn } from '#features/blocks/index.ts'
import { recordVisit } from '#features/onboarding/customers/visit-store.ts'
import { endSession, openSession, type SessionApp } from '#features/sessions/index.ts'
import { businessMoment } from '@qingzhou/lending/ledger/index'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import type { Services } from '#services.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'

export type SignedIn = {
  readonly outcome: 'signedIn'
  readonly token: string
  readonly isNew: boolean
}

type SignInCustomer = {
  readonly customer: CustomerNo
  readonly isNew: boolean
  /** The linked app that authenticated the customer. */
  readonly app?: SessionApp
  /** Another SMS already informs the customer of this sign-in. */
  readonly isAnnounced?: boolean
}

/**
 * Opens a session for the customer that `work` returns, in the same transaction.
 *
 * Creates a new token pair at every sign-in and ends the caller's old session, which prevents
 * session fixation. The cookie is set after the commit. A sign-in on a new device is announced by
 * SMS.
 */
export async function signInAs(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'today'>,
  caller: Caller,
  work: (tx: Transaction) => Promise<SignInCustomer>,
): Promise<SignedIn> {
  const { token, secret, isNew } = await services.database.inTransaction(async (tx) => {
    const { customer, isNew, app, isAnnounced = isNew } = await work(tx)
    const { awaitsFace } = await requireSignIn(tx, customer)
    if (caller.session) await endSession(tx, caller.session.id)
    await recordVisit(tx, services, customer)
    const { deviceId, userAgent } = caller
    const opened = await openSession(tx, services, {
      customer,
      deviceId,
      userAgent,
      app,
      awaitsFace,
    })
    if (opened.isNewDevice && !isAnnounced) {
      await enqueueNewDeviceSms(tx, services, { customer, deviceName: opened.deviceName })
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

async function enqueueNewDeviceSms(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  { customer, deviceName }: { readonly customer: CustomerNo; readonly deviceName: string },
): Promise<void> {
  const time = moment.format(await businessMoment(tx, services.now()))
  await enqueueSms(tx, services, {
    customer,
    messageNo: `new-device-${newId()}`,
    sms: smsOf('new-device', { time, device: deviceName }),
  })
}
