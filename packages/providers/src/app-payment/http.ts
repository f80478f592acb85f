import { compactDate } from '@qingzhou/domain/calendar/local-date'
import { providerCalls, providerCallbacks } from '@qingzhou/provider-api/calls'
import { transferOf, transfersOf } from '#bank/transform.ts'
import { returnFrom } from '#consent.ts'
import type { Ask } from '#signed-http.ts'
import { toPlacedOrder, toWireNumbers } from '#wire-order.ts'
import type { AppPayments } from './port.ts'

type Settings = { readonly consentUrl: string; readonly ownOrigin: () => string }

/** Both payment apps work alike: their own payment page, and our number. */
export function createAppPayments(
  ask: Ask,
  app: 'wallet' | 'messenger',
  { consentUrl, ownOrigin }: Settings,
): AppPayments {
  const calls = providerCalls[app]
  return {
    async startPayment({ amount, subject, returnPath, expiresAt, scene, payer, ...order }) {
      const { clientIp: _, ...wire } = order
      const started = await ask(calls.startPayment, {
        ...toPlacedOrder(wire),
        subject,
        amountFen: String(amount),
        returnUrl: returnFrom(consentUrl, ownOrigin, returnPath),
        notifyUrl: `${ownOrigin()}${providerCallbacks.appPayment.path}`,
        expiresAt: expiresAt.getTime(),
        scene,
        ...(payer !== undefined && { payer }),
      })
      return {
        url: `${consentUrl}${started.path}`,
        prepayId: started.prepayId,
        appId: started.appId,
      }
    },
    dayFile: async (day) => transfersOf(await ask(calls.dayFile, { bankDate: compactDate(day) })),
    payment: async ({ amount, ...wire }) =>
      transferOf(await ask(calls.payment, toWireNumbers(wire)), amount),
    closePayment: async ({ amount, ...wire }) =>
      transferOf(await ask(calls.closePayment, toWireNumbers(wire)), amount),
    async refund({ amount, original, ...wire }) {
      const refund = { paymentNo: original.wireNo, amountFen: String(amount) }
      return transferOf(await ask(calls.refund, { ...toPlacedOrder(wire), ...refund }), amount)
    },
    refundState: async ({ amount, ...wire }) =>
      transferOf(await ask(calls.refundState, toWireNumbers(wire)), amount),
  }
}
