import { compactDate } from '@qingzhou/domain/calendar/local-date'
import { providerCalls, providerCallbacks } from '@qingzhou/provider-api/calls'
import type { Ask } from '#providers/signed-http.ts'
import type { Bank } from './port.ts'
import { bindingOf, debitOf, endedOf, transferOf, transfersOf } from './transform.ts'

const calls = providerCalls.bank

export function createBank(ask: Ask, { ownOrigin }: { readonly ownOrigin: () => string }): Bank {
  const notifyUrl = (notice: keyof typeof providerCallbacks) =>
    `${ownOrigin()}${providerCallbacks[notice].path}`
  return {
    startBinding: async (order) =>
      bindingOf(await ask(calls.startBinding, { ...order, notifyUrl: notifyUrl('binding') })),
    confirmBinding: async (confirmation) =>
      bindingOf(await ask(calls.confirmBinding, confirmation)),
    binding: async (orderNo) => bindingOf(await ask(calls.binding, { orderNo })),
    async transfer({ amount, ...order }) {
      const question = { ...order, amountFen: String(amount), notifyUrl: notifyUrl('transfer') }
      return transferOf(await ask(calls.transfer, question), amount)
    },
    transferState: async ({ orderNo, amount }) =>
      transferOf(await ask(calls.transferState, { orderNo }), amount),
    startDebitAgreement: async (order) => debitOf(await ask(calls.startDebitAgreement, order)),
    confirmDebitAgreement: async (confirmation) =>
      debitOf(await ask(calls.confirmDebitAgreement, confirmation)),
    endDebitAgreement: async (order) => endedOf(await ask(calls.endDebitAgreement, order)),
    dayFile: async (day) => transfersOf(await ask(calls.dayFile, { bankDate: compactDate(day) })),
  }
}
