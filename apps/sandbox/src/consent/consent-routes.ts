import { consentPages } from '@qingzhou/provider-api/consent-pages'
import { testPeople, type TestPerson } from '@qingzhou/provider-api/test-people'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { merchant } from '#merchant.ts'
import type { Faults } from '#faults.ts'
import { formBodies, ownAddress, returnAddress } from '#pages/browser-requests.ts'
import { messagePage, unavailable, sendPage, html, type Html, page } from '#pages/page.ts'
import type { Authorisations, ConsentApp } from './authorisations.ts'

const asked = z.object({
  redirect_uri: z.string().max(2048),
  state: z.string().max(512),
  /** Given in the payment app's own protocol, which names the code in another way. */
  app_id: z.optional(z.string().max(32)),
  /** Given in the messaging app's own protocol. */
  scope: z.optional(z.string().max(32)),
  forcePopup: z.optional(z.string().max(8)),
})
const decided = z.object({
  ...asked.shape,
  openId: z.string().max(128),
  decision: z.enum(['agree', 'refuse']),
})

/** The consent pages of the payment app and the messaging app. */
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
      if (user !== undefined && isSilent(consentApp, question.data)) {
        address.searchParams.set('state', question.data.state)
        address.searchParams.set('code', parts.authorisations.grant(consentApp, user))
        return reply.header('cache-control', 'no-store').redirect(address.href, 303)
      }
      const content = { app: consentApp, people, user, question: question.data }
      return sendPage(reply, consentPage(content))
    })
    app.post(`/${consentApp}/decide`, async (request, reply) =>
      decide({ app: consentApp, authorisations: parts.authorisations, request, reply }),
    )
  }
}

/** Whether the messaging app answers at once, for the person who is signed in to it. */
function isSilent(app: ConsentApp, { scope, forcePopup }: z.output<typeof asked>): boolean {
  return app === 'messenger' && scope === 'snsapi_base' && forcePopup !== 'true'
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
  else {
    const name = decision.app_id ? 'auth_code' : 'code'
    address.searchParams.set(name, authorisations.grant(app, decision.openId))
  }
  return reply.header('cache-control', 'no-store').redirect(address.href, 303)
}

function addressFor(request: FastifyRequest, redirectUri: string): URL | undefined {
  return returnAddress(redirectUri, ownAddress(request))
}

const badAddress = messagePage({
  title: '无法继续授权',
  text: '请求的返回地址不属于本站，或请求不完整。请回到应用重新发起授权。',
})

const names: Record<ConsentApp, string> = { wallet: '支付应用', messenger: '消息应用' }

type Consent = {
  readonly app: ConsentApp
  readonly people: readonly TestPerson[]
  /** The openId of the person signed in to the app. */
  readonly user: string | undefined
  readonly question: z.output<typeof asked>
}

/** Asks who is signed in to the app and whether they agree. A plain form that works without script. */
function consentPage({ app, people, user, question }: Consent): string {
  const title = `沙箱 · ${names[app]}授权`
  const body = html`
    <p class="label">沙箱 · 不是真实的${names[app]}</p>
    <h1>${title}</h1>
    <p class="lead">${merchant} 申请获取您在${names[app]}中的身份与手机号，用于登录。</p>
    <form method="post" action="decide">
      <input type="hidden" name="redirect_uri" value="${question.redirect_uri}" />
      <input type="hidden" name="state" value="${question.state}" />
      <input type="hidden" name="app_id" value="${question.app_id ?? ''}" />
      <fieldset>
        <legend>当前登录${names[app]}的是</legend>
        ${people.map((person) => personChoice(person, { app, user }))}
      </fieldset>
      <div class="actions">
        <button class="agree" name="decision" value="agree">同意授权</button>
        <button class="refuse" name="decision" value="refuse">拒绝</button>
      </div>
    </form>
  `
  return page({ title, body })
}

function personChoice(person: TestPerson, { app, user }: Pick<Consent, 'app' | 'user'>): Html {
  const { openId = '', sharesPhone = false } = person[app] ?? {}
  const shared = sharesPhone ? html`<small>提供手机号 ${person.phone}</small>` : html``
  const checked = openId === user ? html`checked` : html``
  return html`<label>
    <input type="radio" name="openId" value="${openId}" aria-label="${person.name}" ${checked} />
    <span class="who">
      <strong>${person.name}</strong>
      <small>${person.purpose}</small>
      ${shared}
    </span>
  </label>`
}
