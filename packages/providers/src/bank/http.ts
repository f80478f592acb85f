import { compactDate } from '@qingzhou/domain/calendar/local-date'
import { providerCalls, providerCallbacks } from '@qingzhou/provider-api/calls'
import type { Ask } from '#signed-http.ts'
import { placedAs, sentAs } from '#wire-order.ts'
import type { Bank, TransferOrder } from './port.ts'
import { BIND_AGAIN, bindingOf, debitOf, endedOf, transferOf, transfersOf } from './transform.ts'

const calls = providerCalls.bank

export function createBank(ask: Ask, { ownOrigin }: { readonly ownOrigin: () => string }): Bank {
  const notifyUrl = (notice: keyof typeof providerCallbacks) =>
    `${ownOrigin()}${providerCallbacks[notice].path}`
  return {
    async startBinding({ name, idNumber, cardNumber, phone, ...wire }) {
      const holder = { name, idNumber, cardNumber, phone, notifyUrl: notifyUrl('binding') }
      return bindingOf(await ask(calls.startBinding, { ...sentAs(wire), ...holder }))
    },
    confirmBinding: async ({ code, ...wire }) =>
      bindingOf(await ask(calls.confirmBinding, { ...sentAs(wire), code })),
    binding: async (wire) => bindingOf(await ask(calls.binding, sentAs(wire))),
    async transfer(order) {
      const { amount, kind } = order
      const account = accountOf(order)
      if (!account) return { state: 'declined', reason: BIND_AGAIN, refusal: 'binding' }
      const moved = { kind, amountFen: String(amount), notifyUrl: notifyUrl('transfer') }
      const original = order.original && { originalNo: order.original.wireNo }
      return transferOf(
        await ask(calls.transfer, { ...placedAs(order), ...account, ...moved, ...original }),
        amount,
      )
    },
    transferState: async ({ amount, ...wire }) =>
      transferOf(await ask(calls.transferState, sentAs(wire)), amount),
    startDebitAgreement: async ({ cardToken, ...wire }) =>
      debitOf(await ask(calls.startDebitAgreement, { ...sentAs(wire), cardToken })),
    confirmDebitAgreement: async ({ code, ...wire }) =>
      debitOf(await ask(calls.confirmDebitAgreement, { ...sentAs(wire), code })),
    endDebitAgreement: async (wire) => endedOf(await ask(calls.endDebitAgreement, sentAs(wire))),
    dayFile: async (day) => transfersOf(await ask(calls.dayFile, { bankDate: compactDate(day) })),
  }
}

/** Undefined if the card's number is wanted and not stored. */
function accountOf({ cardToken, holder, isByNumber }: TransferOrder) {
  // Only a refund by its original has no card.
  if (!isByNumber || !holder) return cardToken === '' ? {} : { cardToken }
  const { name, idNumber, cardNumber } = holder
  return cardNumber === undefined ? undefined : { payee: { name, idNumber, cardNumber } }
}
