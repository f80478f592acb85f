import { Button } from '@qingzhou/ui/inputs'
import { Num } from '@qingzhou/ui/money'
import { useEffect, useState } from 'react'
import { productName } from '#brand.ts'
import type { Phone } from '#phone/use-phone.ts'
import { client, type BridgePayment } from '#client.ts'
import type { FrameWindow } from '#camera/film.ts'

/** The messaging app's payment sheet over the page. */
export function BridgeSheet({ phone }: { phone: Phone }) {
  const { shown, decide } = useBridge(phone)
  if (!shown) return null
  return (
    <div className="bridge-scrim">
      <section className="bridge-sheet stack stack-3" role="dialog" aria-label="消息应用支付">
        <p className="caption ink-3 centre">沙箱 · 不是真实的消息应用</p>
        <p className="centre">
          <Num value={yuanOf(shown.amountFen)} yuan size="lg" />
        </p>
        <p className="small ink-2 centre">
          {shown.subject} · 收款方 {productName}
        </p>
        {shown.isOpen ? (
          <Button onPress={async () => decide('pay')}>确认支付</Button>
        ) : (
          <p className="small ink-2 centre">这笔订单已处理或已关闭，不会再次扣款。</p>
        )}
        <Button kind="quiet" onPress={async () => decide('cancel')}>
          取消
        </Button>
      </section>
    </div>
  )
}

function yuanOf(amountFen: string): string {
  const digits = amountFen.padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Short enough that the bridge is there before a page uses it. */
const LOOK_EVERY_MS = 200

type ShownPayment = BridgePayment & {
  readonly order: object
  readonly answer: (word: BridgeWord) => void
}

/** Installs the messaging app's bridge in the phone, and has the requested payment. */
function useBridge({ frame, visit }: Phone) {
  const [shown, setShown] = useState<ShownPayment>()
  const isMessenger = visit.browser === 'messenger'

  useEffect(() => {
    if (!isMessenger) return undefined
    async function show(order: object, answer: (word: BridgeWord) => void) {
      try {
        setShown({ ...(await client.bridgePayment(order)), order, answer })
      } catch {
        // The sandbox accepts only signed orders; the app would return no more than this.
        answer(FAILED)
      }
    }
    const look = () => {
      const view = frame.current?.contentDocument?.defaultView
      if (view) lendBridge(view, (order, answer) => void show(order, answer))
    }
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [frame, isMessenger])

  async function decide(decision: 'pay' | 'cancel') {
    if (!shown) return
    setShown(undefined)
    shown.answer(await client.decideBridgePayment(shown.order, decision).catch(() => FAILED))
  }

  return { shown, decide }
}

/** The result of a payment, in the messaging app's format. */
export type BridgeWord = { readonly err_msg: string }

const FAILED: BridgeWord = { err_msg: 'get_brand_wcpay_request:fail' }

type Answer = (word: BridgeWord) => void
type Pay = (order: object, answer: Answer) => void

/** Installs the messaging app's bridge in a page and dispatches its ready event, as the app does. */
export function lendBridge(view: FrameWindow, pay: Pay): void {
  if ('WeixinJSBridge' in view) return
  const bridge = {
    invoke(action: string, order: object, answer: Answer) {
      if (action === 'getBrandWCPayRequest') pay(order, answer)
      else answer({ err_msg: `${action}:fail` })
    },
  }
  Object.defineProperty(view, 'WeixinJSBridge', { value: bridge })
  view.document.dispatchEvent(new view.Event('WeixinJSBridgeReady'))
}
