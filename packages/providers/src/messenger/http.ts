import { bridgeSignature } from '@qingzhou/provider-api/bridge'
import { providerCalls } from '@qingzhou/provider-api/calls'
import { consentPages } from '@qingzhou/provider-api/consent-pages'
import { createAppPayments } from '#app-payment/http.ts'
import { consentUrlAt } from '#consent.ts'
import type { Ask } from '#signed-http.ts'
import type { Messenger } from './port.ts'
import { newNo } from '@qingzhou/platform/ids'

type Ticket = { readonly ticket: string; readonly expiresInSeconds: number }

/** A ticket is renewed a little early, so that it does not expire during use. */
const EARLY_MS = 60_000

/** Caches a ticket until it expires, because the messenger limits tickets per day. */
export function cachedTicket(fetchTicket: () => Promise<Ticket>, now: () => Date) {
  let stored: { readonly ticket: string; readonly until: number } | undefined
  let underWay: Promise<string> | undefined

  async function renew(): Promise<string> {
    const { ticket, expiresInSeconds } = await fetchTicket()
    stored = { ticket, until: now().getTime() + expiresInSeconds * 1_000 - EARLY_MS }
    return ticket
  }

  return async (): Promise<string> => {
    if (stored && now().getTime() < stored.until) return stored.ticket
    // Concurrent pages share one request. A failed request is not cached.
    underWay ??= renew().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}

export function createMessenger(
  ask: Ask,
  settings: {
    readonly consentUrl: string
    readonly ownOrigin: () => string
    readonly secret: string
    readonly now: () => Date
  },
): Messenger {
  const page = `${settings.consentUrl}${consentPages.messenger}`
  let appId = ''
  const ticket = cachedTicket(async () => {
    const answer = await ask(providerCalls.messenger.pageTicket, {})
    ;({ appId } = answer)
    return answer
  }, settings.now)
  return {
    ...createAppPayments(ask, 'messenger', settings),
    consentUrl: (request) => consentUrlAt(page, request),
    exchange: (code) => ask(providerCalls.messenger.exchange, { code }),
    pageTicket: async () => ({ ticket: await ticket(), appId }),
    bridgePayment({ prepayId, appId: payingAppId }) {
      const order = {
        appId: payingAppId,
        timeStamp: String(Math.floor(settings.now().getTime() / 1_000)),
        nonceStr: newNo(12),
        package: `prepay_id=${prepayId}`,
        signType: 'HMAC-SHA256',
      } as const
      return { ...order, paySign: bridgeSignature(settings.secret, order) }
    },
    miniProgramLink: async (target) => {
      const answer = await ask(providerCalls.messenger.miniProgramLink, target)
      const { urlScheme, page: path } = answer
      return { urlScheme, page: path === undefined ? undefined : `${settings.consentUrl}${path}` }
    },
  }
}
