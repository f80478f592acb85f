import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { formBodies } from '#form-bodies.ts'
import { houseOf } from '#forwarded.ts'
import { messagePage } from '#pages/message-page.ts'
import { payPage } from '#pages/pay-page.ts'
import { sendPage } from '#pages/send-page.ts'
import { returnAddress } from '#return-address.ts'
import { payApps, type AppPayment } from './app-payment.ts'
import { decisions, type AppPayments } from './app-payments.ts'

const asked = z.object({ ticket: z.string().max(64) })
const decided = z.object({ ...asked.shape, decision: z.enum(decisions) })

/** The pages on which a person pays in an app; they come back to where the order said. */
export async function payRoutes(
  app: FastifyInstance,
  { appPayments }: { readonly appPayments: AppPayments },
): Promise<void> {
  formBodies(app)

  for (const payApp of payApps) {
    app.get(`/${payApp}/pay`, async (request, reply) => {
      const { ticket = '' } = asked.safeParse(request.query).data ?? {}
      const payment = appPayments.ofTicket(payApp, ticket)
      if (!payment || !backFrom(request, payment)) return sendPage(reply.code(404), unknown)
      return sendPage(reply, payPage(payment, { isOpen: appPayments.isOpen(payment) }))
    })

    app.post(`/${payApp}/pay-decide`, async (request, reply) => {
      const { ticket = '', decision } = decided.safeParse(request.body).data ?? {}
      const payment = appPayments.ofTicket(payApp, ticket)
      const address = payment && backFrom(request, payment)
      if (!payment || !address || !decision) return sendPage(reply.code(404), unknown)
      appPayments.decide(payment, decision)
      return reply.header('cache-control', 'no-store').redirect(address.href, 303)
    })
  }
}

function backFrom(request: FastifyRequest, { returnUrl }: AppPayment): URL | undefined {
  return returnAddress(returnUrl, houseOf(request))
}

const unknown = messagePage({
  title: '无法支付',
  text: '链接已失效，或返回地址不属于本站。请回到应用重新发起支付。',
})
