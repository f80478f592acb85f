import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { merchant } from '#merchant.ts'
import { formBodies, ownAddress, returnAddress } from '#pages/browser-requests.ts'
import { messagePage, sendPage, html, type Html, page } from '#pages/page.ts'
import {
  payApps,
  type AppPayment,
  decisions,
  type AppPayments,
  type PayApp,
} from './app-payments.ts'

const asked = z.object({ ticket: z.string().max(64) })
const decided = z.object({ ...asked.shape, decision: z.enum(decisions) })

/** The pages on which a person pays in an app; they redirect to the return address of the order. */
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
  return returnAddress(returnUrl, ownAddress(request))
}

const unknown = messagePage({
  title: '无法支付',
  text: '链接已失效，或返回地址不属于本站。请回到应用重新发起支付。',
})

const names: Record<PayApp, string> = { wallet: '支付应用', messenger: '消息应用' }

/** The payment app's confirmation page: amount, subject and payee. */
function payPage(
  payment: Pick<AppPayment, 'app' | 'amountFen' | 'subject' | 'ticket'>,
  { isOpen }: { readonly isOpen: boolean },
): string {
  const name = names[payment.app]
  const title = `沙箱 · ${name}支付`
  const body = html`
    <p class="label">沙箱 · 不是真实的${name}</p>
    <h1>¥ ${yuan(payment.amountFen)}</h1>
    <dl>
      <div>
        <dt>商品</dt>
        <dd>${payment.subject}</dd>
      </div>
      <div>
        <dt>收款方</dt>
        <dd>${merchant}</dd>
      </div>
    </dl>
    ${isOpen ? html`<p class="lead">请在 15 分钟内完成支付。</p>` : closed}
    <form method="post" action="pay-decide">
      <input type="hidden" name="ticket" value="${payment.ticket}" />
      <div class="choices">${isOpen ? choices : back}</div>
    </form>
  `
  return page({ title, body })
}

const closed = html`<p class="lead">这笔订单已处理或已关闭，不会再次扣款。</p>`

const choices: Html = html`
  <button class="agree" name="decision" value="pay">确认支付</button>
  <button class="refuse" name="decision" value="cancel">取消</button>
`

/** Going back changes nothing any more. */
const back: Html = html`<button class="agree" name="decision" value="cancel">返回</button>`

function yuan(amountFen: string): string {
  const digits = amountFen.padStart(3, '0')
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`
}
