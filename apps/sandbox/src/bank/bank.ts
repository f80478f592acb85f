import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { cardBehaviours } from '@qingzhou/provider-api/test-people'
import * as z from 'zod'
import type { Announce } from '#callbacks/callbacks.ts'
import type { Faults } from '#faults.ts'
import type { Inbox } from '#inbox/inbox.ts'
import { openRecords } from '#records.ts'
import { createAccounts, transfer } from './accounts.ts'
import { binding, createBindings } from './bindings.ts'
import { boundCard, createCardBook } from './card-book.ts'
import { createDebitAgreements, debitAgreement } from './debit-agreements.ts'
import { createTransfers } from './transfers.ts'

export type Bank = ReturnType<typeof openBank>

/** The bank, with its records in files of its own. */
export function openBank(parts: {
  readonly directory: string
  readonly inbox: Inbox
  readonly faults: Faults
  readonly announce: Announce
  readonly now: () => number
}) {
  const { directory, faults, now } = parts
  const cards = createCardBook(openRecords(join(directory, 'bank-cards.jsonl'), boundCard))
  const bindingRecords = openRecords(join(directory, 'bank-bindings.jsonl'), binding)
  const transferRecords = openRecords(join(directory, 'bank-transfers.jsonl'), transfer)
  const agreementRecords = openRecords(join(directory, 'bank-debits.jsonl'), debitAgreement)
  const accounts = createAccounts({ transfers: transferRecords, cards, faults, now })
  const bindings = createBindings({ ...parts, records: bindingRecords, cards })
  const transfers = createTransfers({ ...parts, records: transferRecords, accounts })
  const debitAgreements = createDebitAgreements({ ...parts, records: agreementRecords, cards })

  return {
    cards,
    accounts,
    bindings,
    debitAgreements,
    transfers,
    clear() {
      for (const book of [cards, bindings, debitAgreements, transfers]) book.clear()
      accounts.forget()
    },
  }
}

const changedOrder = z.strictObject({ orderNo: z.string().max(64) })
const conductBody = z.object({ cardNumber: z.string().max(19), conduct: z.enum(cardBehaviours) })
const amountFen = z.string().regex(/^\d{1,15}$/)
const limitsBody = z.strictObject({
  cardNumber: z.string().max(19),
  singleFen: amountFen,
  dayFen: amountFen,
})
const transfersQuery = z.object({ orderNo: z.optional(z.string()) })

/** The bank's records, for the desk and for tests that count the real payments. */
export async function bankRoutes(
  app: FastifyInstance,
  { bank }: { readonly bank: Bank },
): Promise<void> {
  const { cards, accounts, transfers, debitAgreements } = bank
  app.addHook('onSend', async (_, reply) => void reply.header('cache-control', 'no-store'))

  app.get('/bank/transfers', async (request) => {
    const { orderNo } = transfersQuery.parse(request.query)
    const wanted = transfers.list().filter((one) => !orderNo || one.orderNo === orderNo)
    return {
      transfers: wanted.map(({ cardToken, ...rest }) => ({
        ...rest,
        cardNumber: cards.byToken(cardToken)?.cardNumber ?? '',
      })),
    }
  })

  app.post('/bank/change-of-mind', async (request) => {
    transfers.changeMind(changedOrder.parse(request.body))
    return {}
  })

  app.post('/bank/conduct', async (request, reply) => {
    const { cardNumber, conduct } = conductBody.parse(request.body)
    accounts.behave(cardNumber, conduct)
    return reply.code(204).send()
  })

  app.post('/bank/limits', async (request, reply) => {
    const { cardNumber, singleFen, dayFen } = limitsBody.parse(request.body)
    accounts.limit(cardNumber, { singleFen: BigInt(singleFen), dayFen: BigInt(dayFen) })
    return reply.code(204).send()
  })

  app.get('/bank/cards', async () => ({
    cards: cards.all().map(({ id, cardNumber, name }) => ({
      cardToken: id,
      cardNumber,
      name,
      balanceFen: String(accounts.balanceOf(id)),
      debitAgreements: debitAgreements.signedFor(id),
    })),
  }))
}
