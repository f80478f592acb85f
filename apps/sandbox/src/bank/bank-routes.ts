import type { FastifyInstance } from 'fastify'
import { cardConducts } from '@qingzhou/provider-api/test-people'
import * as z from 'zod'
import type { Bank } from './bank.ts'

const changedOrder = z.strictObject({ orderNo: z.string().max(64) })
const conductBody = z.object({ cardNumber: z.string().max(19), conduct: z.enum(cardConducts) })
const transfersQuery = z.object({ orderNo: z.optional(z.string()) })

/** The bank's own books, for the desk and for tests that count what was really paid. */
export async function bankRoutes(
  app: FastifyInstance,
  { bank }: { readonly bank: Bank },
): Promise<void> {
  const { cards, accounts, transfers } = bank
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

  app.get('/bank/cards', async () => ({
    cards: cards.all().map(({ id, cardNumber, name }) => ({
      cardToken: id,
      cardNumber,
      name,
      balanceFen: String(accounts.balanceOf(id)),
    })),
  }))
}
