import { randomBytes } from 'node:crypto'
import { bridgeSignature } from '@qingzhou/provider-api/bridge'
import { consentPages, MESSENGER_APP_ID, providerCalls } from '@qingzhou/provider-api/calls'
import { createAppPayments } from '#providers/app-payment/http.ts'
import { consentUrlAt } from '#providers/consent.ts'
import type { Ask } from '#providers/signed-http.ts'
import { keepTicket } from './page-ticket.ts'
import type { Messenger } from './port.ts'

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
  return {
    ...createAppPayments(ask, 'messenger', settings),
    appId: MESSENGER_APP_ID,
    consentUrl: (request) => consentUrlAt(page, request),
    exchange: (code) => ask(providerCalls.messenger.exchange, { code }),
    pageTicket: keepTicket(() => ask(providerCalls.messenger.pageTicket, {}), settings.now),
    bridgePayment(prepayId) {
      const order = {
        appId: MESSENGER_APP_ID,
        timeStamp: String(Math.floor(settings.now().getTime() / 1_000)),
        nonceStr: randomBytes(12).toString('hex'),
        package: `prepay_id=${prepayId}`,
        signType: 'HMAC-SHA256',
      } as const
      return { ...order, paySign: bridgeSignature(settings.secret, order) }
    },
    miniProgramLink: async (target) =>
      (await ask(providerCalls.messenger.miniProgramLink, target)).urlScheme,
  }
}
