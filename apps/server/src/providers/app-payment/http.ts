import { compactDate } from '@qingzhou/domain/calendar/local-date'
import { providerCalls, providerNotices } from '@qingzhou/provider-api/calls'
import { transferOf, transfersOf } from '#providers/bank/transform.ts'
import type { Ask } from '#providers/signed-http.ts'
import type { AppPayments } from './port.ts'

type Settings = { readonly consentUrl: string; readonly ownOrigin: () => string }

/** Both apps are paid in alike: their own page, our own number. */
export function createAppPayments(
  ask: Ask,
  app: 'wallet' | 'messenger',
  { consentUrl, ownOrigin }: Settings,
): AppPayments {
  const calls = providerCalls[app]
  return {
    async startPayment({ orderNo, amount, subject, returnPath }) {
      const started = await ask(calls.startPayment, {
        orderNo,
        subject,
        amountFen: String(amount),
        // On our own host the browser stays on the very host it came by, be it a name or a number.
        returnUrl: consentUrl.startsWith('/') ? returnPath : `${ownOrigin()}${returnPath}`,
        notifyUrl: `${ownOrigin()}${providerNotices.appPayment.path}`,
      })
      return { url: `${consentUrl}${started.path}`, prepayId: started.prepayId }
    },
    dayFile: async (day) => transfersOf(await ask(calls.dayFile, { bankDate: compactDate(day) })),
    payment: async ({ orderNo, amount }) =>
      transferOf(await ask(calls.payment, { orderNo }), amount),
  }
}
