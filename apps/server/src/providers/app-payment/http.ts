import { compactDate } from '@qingzhou/domain/calendar/local-date'
import { providerCalls, providerCallbacks } from '@qingzhou/provider-api/calls'
import { transferOf, transfersOf } from '#providers/bank/transform.ts'
import type { Ask } from '#providers/signed-http.ts'
import type { AppPayments } from './port.ts'

type Settings = { readonly consentUrl: string; readonly ownOrigin: () => string }

/** Both payment apps work alike: their own payment page, and our order number. */
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
        // In the sandbox only a path is sent, so that the browser stays on the host it used.
        returnUrl: consentUrl.startsWith('/') ? returnPath : `${ownOrigin()}${returnPath}`,
        notifyUrl: `${ownOrigin()}${providerCallbacks.appPayment.path}`,
      })
      return { url: `${consentUrl}${started.path}`, prepayId: started.prepayId }
    },
    dayFile: async (day) => transfersOf(await ask(calls.dayFile, { bankDate: compactDate(day) })),
    payment: async ({ orderNo, amount }) =>
      transferOf(await ask(calls.payment, { orderNo }), amount),
    closePayment: async ({ orderNo, amount }) =>
      transferOf(await ask(calls.closePayment, { orderNo }), amount),
  }
}
