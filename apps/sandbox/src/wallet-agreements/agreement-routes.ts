import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Faults } from '#faults.ts'
import { merchant } from '#merchant.ts'
import { formBodies, ownAddress, programsOnly, returnAddress } from '#pages/browser-requests.ts'
import { html, messagePage, page, sendPage, unavailable } from '#pages/page.ts'
import {
  accountOfHolder,
  accountOfOther,
  decisions,
  type WalletAgreement,
  type WalletAgreements,
} from './agreements.ts'

const asked = z.object({ ticket: z.string().max(64) })
const signers = { holder: accountOfHolder, other: accountOfOther } as const
const decided = z.object({
  ...asked.shape,
  decision: z.enum(decisions),
  signer: z.optional(z.enum(['holder', 'other'])),
})

/** The page of the payment app on which a person agrees to periodic debits. */
export async function agreementRoutes(
  app: FastifyInstance,
  { agreements, faults }: { readonly agreements: WalletAgreements; readonly faults: Faults },
): Promise<void> {
  formBodies(app)

  app.get('/wallet/agree', async (request, reply) => {
    if (faults.of('wallet').down) return sendPage(reply.code(503), unavailable)
    const agreement = agreements.ofTicket(asked.safeParse(request.query).data?.ticket ?? '')
    if (!agreement || !backFrom(request, agreement)) return sendPage(reply.code(404), unknown)
    return sendPage(reply, agreementPage(agreement))
  })

  app.post('/wallet/agree-decide', async (request, reply) => {
    if (faults.of('wallet').down) return sendPage(reply.code(503), unavailable)
    const { ticket = '', decision, signer = 'holder' } = decided.safeParse(request.body).data ?? {}
    const agreement = agreements.ofTicket(ticket)
    const address = agreement && backFrom(request, agreement)
    if (!agreement || !address || !decision) return sendPage(reply.code(404), unknown)
    const account = signers[signer](agreement)
    if (!agreements.decide(agreement, decision, account)) return sendPage(reply.code(403), notOwn)
    return reply.header('cache-control', 'no-store').redirect(address.href, 303)
  })

  // For programs: the books, what the person does in the app itself, and the day of the test clock.
  app.get('/wallet/agreements', { onRequest: programsOnly }, async () => ({
    agreements: agreements.all(),
  }))
  app.post('/wallet/agreements/end', { onRequest: programsOnly }, async (request, reply) => {
    const { id } = z.object({ id: z.string().max(64) }).parse(request.body)
    return reply.code(agreements.end(id) ? 204 : 404).send()
  })
  app.post('/wallet/calendar', { onRequest: programsOnly }, async (request, reply) => {
    const { date } = z.object({ date: z.iso.date() }).parse(request.body)
    agreements.tellDate(date)
    return reply.code(204).send()
  })
}

function backFrom(request: FastifyRequest, { returnUrl }: WalletAgreement): URL | undefined {
  return returnAddress(returnUrl, ownAddress(request))
}

const unknown = messagePage({
  title: '无法签约',
  text: '链接已失效，或返回地址不属于本站。请回到应用重新发起。',
})

const notOwn = messagePage({
  title: '无法签约',
  text: '当前账户的实名信息与申请人不一致。请由申请人本人登录后签约。',
})

/** What the app shows before a person agrees: who debits, how much at most, and when. */
function agreementPage(agreement: WalletAgreement): string {
  const isOpen = agreement.state === 'open'
  const title = '沙箱 · 支付应用自动扣款'
  const body = html`
    <p class="label">沙箱 · 不是真实的支付应用</p>
    <h1>开通自动扣款</h1>
    <dl>
      <div>
        <dt>收款方</dt>
        <dd>${merchant}</dd>
      </div>
      <div>
        <dt>单次最高</dt>
        <dd>¥ ${yuan(agreement.amountMaxFen)}</dd>
      </div>
      <div>
        <dt>首次扣款日</dt>
        <dd>${agreement.nextOn}</dd>
      </div>
      <div>
        <dt>扣款周期</dt>
        <dd>每 ${String(agreement.months)} 个月一次</dd>
      </div>
    </dl>
    ${isOpen ? '' : html`<p class="lead">这份协议已处理。</p>`}
    <form method="post" action="agree-decide">
      <input type="hidden" name="ticket" value="${agreement.ticket}" />
      ${isOpen ? whoSigns : ''}
      <div class="choices">${isOpen ? choices : back}</div>
    </form>
  `
  return page({ title, body })
}

const whoSigns = html`
  <fieldset>
    <legend>当前登录支付应用的是</legend>
    <label><input type="radio" name="signer" value="holder" checked /> 申请人本人</label>
    <label><input type="radio" name="signer" value="other" /> 其他人</label>
  </fieldset>
`

const choices = html`
  <button class="agree" name="decision" value="agree">同意并开通</button>
  <button class="refuse" name="decision" value="cancel">取消</button>
`

const back = html`<button class="agree" name="decision" value="cancel">返回</button>`

function yuan(amountFen: string): string {
  const digits = amountFen.padStart(3, '0')
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`
}
