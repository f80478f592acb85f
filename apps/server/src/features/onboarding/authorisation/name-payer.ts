import type { Session } from '@qingzhou/platform/caller'
import { minutesAfter } from '@qingzhou/platform/clock'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import { newToken } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { faultIn } from '@qingzhou/platform/provider-fault'
import { insertAuthorisation, spendAuthorisation, type Provider } from './linked-account-store.ts'

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
