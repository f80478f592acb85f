import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { marks, type Mall } from './mall.ts'

const number = z.string().max(64)
const marked = z.strictObject({ orderNo: number, as: z.enum(marks) })
const newPrice = z.strictObject({ offerNo: number, priceFen: z.string().regex(/^\d{1,15}$/) })
const ordersQuery = z.object({ orderNo: z.optional(z.string()) })

/** The mall's own counter, for the desk and for tests: what it sends, delivers and takes back. */
export async function mallRoutes(
  app: FastifyInstance,
  { mall }: { readonly mall: Mall },
): Promise<void> {
  app.addHook('onSend', async (_, reply) => void reply.header('cache-control', 'no-store'))

  app.get('/mall/orders', async (request) => {
    const { orderNo } = ordersQuery.parse(request.query)
    return { orders: mall.list().filter((order) => !orderNo || order.orderNo === orderNo) }
  })
  app.post('/mall/orders', async (request) => mall.mark(marked.parse(request.body)))
  app.post('/mall/prices', async (request, reply) => {
    mall.changePrice(newPrice.parse(request.body))
    return reply.code(204).send()
  })
}
