import { consentPages } from '@qingzhou/provider-api/calls'
import { testPeople } from '@qingzhou/provider-api/test-people'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Authorisations, ConsentApp } from './authorisations.ts'
import type { Faults } from './faults.ts'
import { formBodies } from './form-bodies.ts'
import { houseOf } from './forwarded.ts'
import { consentPage } from './pages/consent-page.ts'
import { messagePage, unavailable } from './pages/message-page.ts'
import { sendPage } from './pages/send-page.ts'
import { returnAddress } from './return-address.ts'

const asked = z.object({ redirect_uri: z.string().max(2048), state: z.string().max(512) })
const decided = z.object({
  ...asked.shape,
  openId: z.string().max(128),
  decision: z.enum(['agree', 'refuse']),
})

/** The pages on which a person lets us know who they are in the payment or the messaging app. */
export async function consentRoutes(
  app: FastifyInstance,
  parts: { readonly authorisations: Authorisations; readonly faults: Faults },
): Promise<void> {
  formBodies(app)
  for (const consentApp of ['wallet', 'messenger'] as const) {
    app.get(consentPages[consentApp], async (request, reply) => {
      if (parts.faults.of(consentApp).down) return sendPage(reply.code(503), unavailable)
      const question = asked.safeParse(request.query)
      const address = question.data && addressFor(request, question.data.redirect_uri)
      if (!question.data || !address) return sendPage(reply.code(400), badAddress)

      const people = testPeople.filter((person) => person[consentApp])
      const user = parts.authorisations.userOf(consentApp) ?? people[0]?.[consentApp]?.openId
      const content = { app: consentApp, people, user, question: question.data }
      return sendPage(reply, consentPage(content))
    })
    app.post(`/${consentApp}/decide`, async (request, reply) =>
      decide({ app: consentApp, authorisations: parts.authorisations, request, reply }),
    )
  }
}

function decide(step: {
  readonly app: ConsentApp
  readonly authorisations: Authorisations
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}): FastifyReply {
  const { app, authorisations, request, reply } = step
  const decision = decided.safeParse(request.body).data
  const address = decision && addressFor(request, decision.redirect_uri)
  const isKnown = testPeople.some((person) => person[app]?.openId === decision?.openId)
  if (!decision || !address || !isKnown) return sendPage(reply.code(400), badAddress)

  authorisations.signIn(app, decision.openId)
  address.searchParams.set('state', decision.state)
  if (decision.decision === 'refuse') address.searchParams.set('error', 'access_denied')
  else address.searchParams.set('code', authorisations.grant(app, decision.openId))
  return reply.header('cache-control', 'no-store').redirect(address.href, 303)
}

function addressFor(request: FastifyRequest, redirectUri: string): URL | undefined {
  return returnAddress(redirectUri, houseOf(request))
}

const badAddress = messagePage({
  title: '无法继续授权',
  text: '请求的返回地址不属于本站，或请求不完整。请回到应用重新发起授权。',
})
