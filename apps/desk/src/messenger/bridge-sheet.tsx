import { Button } from '@qingzhou/ui/inputs'
import { Num } from '@qingzhou/ui/money'
import type { Phone } from '#phone/use-phone.ts'
import { useBridge } from './use-bridge.ts'

/** The messaging app's payment sheet over the page, as far as it matters here. */
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
        <p className="small ink-2 centre">{shown.subject} · 收款方 轻舟</p>
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
