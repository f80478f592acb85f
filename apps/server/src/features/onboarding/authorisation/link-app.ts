import type { Caller, Session } from '@qingzhou/platform/caller'
import { newId, newToken } from '@qingzhou/platform/ids'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { isKnownDevice } from '#features/sessions/index.ts'
import { revokeAccess } from '#features/onboarding/customers/customer-of-phone.ts'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import type { Services } from '#services.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { minutesAfter } from '@qingzhou/platform/clock'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import { Refused } from '@qingzhou/platform/refused'
import { faultIn } from '@qingzhou/platform/provider-fault'
import type { Provider, AppAccount } from './linked-account-store.ts'
import { linkAccount, insertAuthorisation, spendAuthorisation } from './linked-account-store.ts'

const appNames: Record<Provider, string> = { wallet: '支付应用', messenger: '消息应用' }

/**
 * Links an app account with a customer and enqueues an SMS; returns false if it was already linked.
 */
export async function linkApp(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  link: AppAccount & { readonly customer: CustomerNo },
): Promise<boolean> {
  if (!(await linkAccount(tx, services, link))) return false
  await enqueueSms(tx, services, {
    customer: link.customer,
    messageNo: `app-linked-${newId()}`,
    sms: smsOf('app-linked', { app: appNames[link.provider] }),
  })
  return true
}

/**
 * Ends every other access when a code is used on a device that the account has not used before. The
 * phone number may have a new owner: the links, apps and sessions of the old owner must not open the
 * account any more. An owner with a new phone signs in again on the other ones.
 */
export async function revokeOnNewDevice(
  tx: Transaction,
  services: Pick<Services, 'vault'>,
  {
    customer,
    caller,
  }: { readonly customer: CustomerNo; readonly caller: Pick<Caller, 'deviceId'> },
): Promise<void> {
  const { deviceId } = caller
  if (await isKnownDevice(tx, services, { customer, deviceId })) return
  await revokeAccess(tx, customer)
}

/** What the name of a payer is asked for: an order, in a session, at an app. */
export type PayerRequest = {
  readonly session: Session
  readonly requestNo: string
  readonly provider: Provider
}

/**
 * Begins to ask an app who is signed in to it. The state belongs to the session and the order, so that a return of
 * another session, or one for another order, names no payer here.
 */
export async function startPayerQuestion(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  wanted: PayerRequest,
): Promise<string> {
  const state = newToken()
  await insertAuthorisation(services.database, services, {
    state,
    browserSecret: ownerOf(wanted),
    provider: wanted.provider,
    expiresAt: minutesAfter(services.now(), signInFigures.authorisation.validMinutes),
  })
  return state
}

/** The app's number for the person who pays. State and code are valid once. */
export async function payerNamed(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers' | 'log'>,
  wanted: PayerRequest,
  returned: { readonly authCode: string; readonly state: string },
): Promise<string> {
  const { database, providers, log } = services
  const { provider } = wanted
  const pair = { state: returned.state, browserSecret: ownerOf(wanted) }
  if ((await spendAuthorisation(database, services, pair)) !== provider) {
    throw new Refused({ kind: 'payer-not-named' })
  }
  try {
    return (await providers[provider].exchange(returned.authCode)).openId
  } catch (cause) {
    log.warn('authorisation.not-exchanged', { provider, reason: faultIn(cause) })
    throw new Refused({ kind: 'payer-not-named' })
  }
}

/** No cookie of a sign-in has this form. */
function ownerOf({ session, requestNo }: PayerRequest): string {
  return `payer:${session.id}:${requestNo}`
}
