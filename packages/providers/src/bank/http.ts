import { compactDate } from '@qingzhou/domain/calendar/local-date'
import { providerCalls, providerCallbacks } from '@qingzhou/provider-api/calls'
import type { Ask } from '#signed-http.ts'
import { toPlacedOrder, toWireNumbers } from '#wire-order.ts'
import type { Bank, TransferOrder } from './port.ts'
import {
  BIND_AGAIN,
  toBindingAnswer,
  debitOf,
  assertEnded,
  transferOf,
  transfersOf,
} from './transform.ts'

const calls = providerCalls.bank

export function createBank(ask: Ask, { ownOrigin }: { readonly ownOrigin: () => string }): Bank {
  const notifyUrl = (notice: keyof typeof providerCallbacks) =>
    `${ownOrigin()}${providerCallbacks[notice].path}`
  return {
    async startBinding({ name, idNumber, cardNumber, phone, ...wire }) {
      const holder = { name, idNumber, cardNumber, phone, notifyUrl: notifyUrl('binding') }
      return toBindingAnswer(await ask(calls.startBinding, { ...toWireNumbers(wire), ...holder }))
    },
    confirmBinding: async ({ code, ...wire }) =>
      toBindingAnswer(await ask(calls.confirmBinding, { ...toWireNumbers(wire), code })),
    binding: async (wire) => toBindingAnswer(await ask(calls.binding, toWireNumbers(wire))),
    async transfer(order) {
      const { amount, kind } = order
      const account = accountOf(order)
      if (!account) return { state: 'declined', reason: BIND_AGAIN, refusal: 'binding' }
      const moved = { kind, amountFen: String(amount), notifyUrl: notifyUrl('transfer') }
      const original = order.original && { originalNo: order.original.wireNo }
      return transferOf(
        await ask(calls.transfer, { ...toPlacedOrder(order), ...account, ...moved, ...original }),
        amount,
      )
    },
    transferState: async ({ amount, ...wire }) =>
      transferOf(await ask(calls.transferState, toWireNumbers(wire)), amount),
    startDebitAgreement: async ({ cardToken, ...wire }) =>
      debitOf(await ask(calls.startDebitAgreement, { ...toWireNumbers(wire), cardToken })),
    confirmDebitAgreement: async ({ code, ...wire }) =>
      debitOf(await ask(calls.confirmDebitAgreement, { ...toWireNumbers(wire), code })),
    endDebitAgreement: async (wire) =>
      assertEnded(await ask(calls.endDebitAgreement, toWireNumbers(wire))),
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
