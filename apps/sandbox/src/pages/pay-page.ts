import type { AppPayment, PayApp } from '#app-payments/app-payment.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { page } from './page.ts'

const names: Record<PayApp, string> = { wallet: '支付应用', messenger: '消息应用' }

/** What a payment app shows before money moves: how much, for what, to whom. */
export function payPage(
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
        <dd>轻舟</dd>
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

/** Coming back decides nothing any more. */
const back: Html = html`<button class="agree" name="decision" value="cancel">返回</button>`

function yuan(amountFen: string): string {
  const digits = amountFen.padStart(3, '0')
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`
}
