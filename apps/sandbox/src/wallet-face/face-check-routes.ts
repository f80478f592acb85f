import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Faults } from '#faults.ts'
import { formBodies } from '#form-bodies.ts'
import { houseOf } from '#forwarded.ts'
import { faceCheckPage } from '#pages/face-check-page.ts'
import { messagePage, unavailable } from '#pages/message-page.ts'
import { sendPage } from '#pages/send-page.ts'
import { returnAddress } from '#return-address.ts'
import { decisions } from './face-checks.ts'
import type { FaceChecks, CheckRecord } from './face-checks.ts'

const asked = z.object({ ticket: z.string().max(64) })
const decided = z.object({ ...asked.shape, decision: z.enum(decisions) })

/** The page the payment app shows for a face check; it comes back to where the app said. */
export async function faceCheckRoutes(
  app: FastifyInstance,
  { faceChecks, faults }: { readonly faceChecks: FaceChecks; readonly faults: Faults },
): Promise<void> {
  formBodies(app)
  app.addHook('preHandler', async (_, reply) => {
    if (faults.of('wallet').down) await sendPage(reply.code(503), unavailable)
  })

  app.get('/wallet/face-check', async (request, reply) => {
    const check = faceChecks.ofTicket(asked.safeParse(request.query).data?.ticket ?? '')
    if (!check || !backFrom(request, check)) return sendPage(reply.code(404), unknown)
    return sendPage(reply, faceCheckPage(check))
  })

  app.post('/wallet/face-decide', async (request, reply) => {
    const { ticket = '', decision } = decided.safeParse(request.body).data ?? {}
    const check = faceChecks.ofTicket(ticket)
    const address = check && backFrom(request, check)
    if (!check || !address || !decision) return sendPage(reply.code(404), unknown)

    faceChecks.decide(check, decision)
    return reply.header('cache-control', 'no-store').redirect(address.href, 303)
  })
}

function backFrom(request: FastifyRequest, { returnUrl }: CheckRecord): URL | undefined {
  return returnAddress(returnUrl, houseOf(request))
}

const unknown = messagePage({
  title: '无法进行人脸核验',
  text: '链接已失效，或返回地址不属于本站。请回到应用重新发起核验。',
})
